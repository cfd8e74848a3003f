/** Writes an error to the log, without what it can say about people. */
export function logError(error: unknown): void {
  console.error(withoutPeople(error))
}

function withoutPeople(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('code' in error)) return error
  // The details of a database error can have a whole row.
  if ('details' in error && 'message' in error) return `Database: ${String(error.code)} ${String(error.message)}`
  // A mail server repeats the address.
  if ('responseCode' in error) return `Mail: ${String(error.code)} ${String(error.responseCode)}`
  return error
}
