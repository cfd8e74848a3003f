/**
 * The only place that writes to the console, for errors that are only logged.
 * `context` takes ids and codes: never a PIN, token, email address, name or card number.
 */
export function logError(what: string, error: unknown, context: Record<string, string | number> = {}) {
  // oxlint-disable-next-line no-console -- the only place that writes to it
  console.error(what, { ...context, error: describe(error) })
}

/** Server messages may quote user input, so only the name and code of an error are logged. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `${error.name}${code}`
}

type ShownErrorListener = (reference: string, kind: string) => void

let listener: ShownErrorListener | null = null
const unheard: Parameters<ShownErrorListener>[] = []

/** Tells of each error that gets a reference, also of those from before the call. */
export function followShownErrors(listen: ShownErrorListener) {
  listener = listen
  for (const shown of unheard.splice(0)) listen(...shown)
}

const references = new Map<string, string>()
// The letters and digits that are not mistaken for each other.
const referenceLetters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** The reference under which an error that is shown to the user is in the log and in the list of staff. The same error keeps it, and is logged once. */
export function referenceOf(error: unknown): string {
  const kind = `${describe(error)} ${error instanceof Error ? error.message : ''}`
  const known = references.get(kind)
  if (known !== undefined) return known
  const reference = Array.from(
    crypto.getRandomValues(new Uint8Array(6)),
    (byte) => referenceLetters[byte % referenceLetters.length],
  ).join('')
  references.set(kind, reference)
  logError('An error was shown to the user', error, { reference })
  if (listener === null) unheard.push([reference, describe(error)])
  else listener(reference, describe(error))
  return reference
}

/** An unknown address. Its query string is left out: it may contain anything. */
export function logNotFound(path: string) {
  // oxlint-disable-next-line no-console -- the only place that writes to it
  console.error('404: no such page', path)
}
