import { RestError } from './restError'

/**
 * Everything that a caller can influence enters SQL through these two functions, which are injective: no text given
 * to them can end the name or the literal that they build.
 */
export function quoteName(name: string): string {
  return `"${withoutNul(name).replaceAll('"', '""')}"`
}

export function literal(value: string): string {
  const escaped = withoutNul(value).replaceAll('\\', '\\\\').replaceAll("'", "''")
  return value.includes('\\') ? ` E'${escaped}'` : `'${escaped}'`
}

export function qualifiedName(named: { schema: string; name: string }): string {
  return `${quoteName(named.schema)}.${quoteName(named.name)}`
}

/** A NUL would end the statement early on the wire. */
function withoutNul(text: string): string {
  if (text.includes('\0')) throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  return text
}
