/** The current page of a list. Each page starts after the last row of the page before. */
export type Pages = {
  /** The page starts after this row; null: the first page. */
  after: string | null
  number: number
  next: (last: string) => void
  previous: () => void
}

/**
 * The pages of a list whose place the address holds: the id of the last row of each page before, so that 'previous' also
 * works in a link that a colleague has sent.
 */
export function pagesInAddress(field: string, setField: (value: string) => void): Pages {
  const places = field === '' ? [] : field.split(',')
  return {
    after: places.at(-1) ?? null,
    number: places.length + 1,
    next: (last) => setField([...places, last].join(',')),
    previous: () => setField(places.slice(0, -1).join(',')),
  }
}

/** A place in a list that is ordered by time, then id. */
export type TimePlace = { at: string; id: string }

export function placeInAddress(at: string, id: string): string {
  return `${at} ${id}`
}

/** The place in an address, which can hold any text. Null: the first page. */
export function readPlace(text: string | null): TimePlace | null {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.+-]{8,24}) ([\w-]{1,40})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? null : { at, id }
}
