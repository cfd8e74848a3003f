/**
 * The `postgres` library (3.4.9) may write to a socket that it has just lost, outside every query: when the server dies
 * between two statements of a transaction. The error belongs to no promise, so nobody can catch it where it happens.
 */
export function isLateWrite(error: unknown): boolean {
  return error instanceof TypeError && /at .*nextWrite .*postgres[\\/]src[\\/]connection\.js/.test(error.stack ?? '')
}
