/**
 * Whether a query has neither data nor failed yet. What it shows above other content would move that when it appears, so
 * the content waits for the first answer. A failed or paused request does not hold it back.
 */
export function isFirstRead(query: { isLoading: boolean; failureCount: number }): boolean {
  return query.isLoading && query.failureCount === 0
}
