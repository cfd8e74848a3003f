/**
 * The `postgres` library (3.4.9) may write to a socket that it has just lost, outside every query: when the server dies
 * between two statements of a transaction. The statement itself has failed by then, and whoever asked knows; only this
 * second, stray error has nobody to go to.
 */
export function isLateWrite(error: unknown): boolean {
  return error instanceof TypeError && /at .*nextWrite .*postgres[\\/]src[\\/]connection\.js/.test(error.stack ?? '')
}
