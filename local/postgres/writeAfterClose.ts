/**
 * When the server dies between two statements of a transaction, the `postgres` library (3.4.9) may write to the closed
 * socket outside a query. The error belongs to no promise, so only a global handler can catch it.
 */
export function isWriteAfterClose(error: unknown): boolean {
  // Vitest passes a copy from another process, which is not an instance of Error.
  if (typeof error !== 'object' || error === null) return false
  const stack: unknown = Reflect.get(error, 'stack')
  return (
    Reflect.get(error, 'name') === 'TypeError' &&
    typeof stack === 'string' &&
    /at .*nextWrite .*postgres[\\/]src[\\/]connection\.js/.test(stack)
  )
}
