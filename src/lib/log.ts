/**
 * The one door to the console, for failures that are only logged.
 * `context` takes ids and codes: never a PIN, token, e-mail address, name or card number.
 */
export function logError(what: string, error: unknown, context: Record<string, string | number> = {}) {
  // oxlint-disable-next-line no-console -- the one place that writes to it
  console.error(what, { ...context, error: describe(error) })
}

/** Server messages may quote what a person typed, so only the kind and code of an error are kept. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `${error.name}${code}`
}

/** An address that leads nowhere. Its query is left out: it may hold anything. */
export function logNotFound(path: string) {
  // oxlint-disable-next-line no-console -- the one place that writes to it
  console.error('404: no such page', path)
}
