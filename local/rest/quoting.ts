import { RestError } from './restError'

/**
 * Every text that a caller controls enters SQL through quoteName or literal. Both escape it so that it cannot end the
 * name or the literal.
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

/** A NUL byte would end the statement in the wire protocol. */
function withoutNul(text: string): string {
  if (text.includes('\0')) throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  return text
}
