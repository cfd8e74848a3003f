import type { usePages } from './usePages'

/**
 * The pages of a list whose place the address holds: the id of the last row of each page before, so that 'previous' also
 * works in a link that a colleague has sent.
 */
export function pagesInAddress(field: string, setField: (value: string) => void): ReturnType<typeof usePages<string>> {
  const places = field === '' ? [] : field.split(',')
  return {
    after: places.at(-1) ?? null,
    number: places.length + 1,
    next: (last) => setField([...places, last].join(',')),
    previous: () => setField(places.slice(0, -1).join(',')),
    restart: () => setField(''),
  }
}
