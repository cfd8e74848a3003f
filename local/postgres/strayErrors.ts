/**
 * Whether the `postgres` library (3.4.9) threw this outside every promise that it gave away, because a connection ended. Only
 * a global handler can catch it. The caller's own query fails by itself.
 */
export function isStrayError(error: unknown): boolean {
  // Vitest passes a copy from another process, which is not an instance of Error.
  return typeof error === 'object' && error !== null && (isWriteAfterClose(error) || isTypesQuery(error))
}

/** Between two statements of a transaction, the library may write to the closed socket. */
function isWriteAfterClose(error: object): boolean {
  const stack: unknown = Reflect.get(error, 'stack')
  return (
    Reflect.get(error, 'name') === 'TypeError' &&
    typeof stack === 'string' &&
    /at .*nextWrite .*postgres[\\/]src[\\/]connection\.js/.test(stack)
  )
}

/** On each new connection the library reads the types of arrays. It leaves that query's failure unhandled. */
function isTypesQuery(error: object): boolean {
  const query: unknown = Reflect.get(error, 'query')
  return (
    typeof query === 'string' &&
    query.includes('left join pg_catalog.pg_type b on b.oid = a.typelem') &&
    /^(?:E[A-Z]+|CONNECTION_\w+|57P0\d)$/.test(String(Reflect.get(error, 'code')))
  )
}
