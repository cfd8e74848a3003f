/** The place after which a page of a list begins. Null: the first page. */
export type Start<Place> = { after: Place | null }

/** The `getNextPageParam` of a list in pages of `size` rows, each of which begins after the last row of the page before. */
export const nextStart =
  (size: number) =>
  <Row>(page: Row[]): Start<Row> | null => {
    const last = page.at(-1)
    return last === undefined || page.length < size ? null : { after: last }
  }
