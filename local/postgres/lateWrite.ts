/**
 * The `postgres` library (3.4.9) may write to a socket that it has just lost, outside every query: when the server dies
 * between two statements of a transaction. The error belongs to no promise, so nobody can catch it where it happens.
 */
export function isLateWrite(error: unknown): boolean {
  // Vitest judges a copy that came from another process, which is no instance of anything.
  if (typeof error !== 'object' || error === null) return false
  const stack: unknown = Reflect.get(error, 'stack')
  return (
    Reflect.get(error, 'name') === 'TypeError' &&
    typeof stack === 'string' &&
    /at .*nextWrite .*postgres[\\/]src[\\/]connection\.js/.test(stack)
  )
}
