import { asObject } from './wire'

type Filter = { column: string; operator: string; value: string }
export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'
export type Subscription = { event: ChangeKind | '*'; schema: string; table: string; filter: Filter | null }

/** A subscription that the relay refuses; the client receives the message. */
export class RefusedSubscription extends Error {}

/** Reads one entry of `postgres_changes` from a join. Throws RefusedSubscription. */
export function parseSubscription(params: unknown): Subscription {
  const { event, schema, table, filter, select } = asObject(params)
  if (select !== undefined) throw new RefusedSubscription('The local stack does not implement `select`')
  if (typeof schema !== 'string' || typeof table !== 'string') {
    throw new RefusedSubscription(`The local stack needs a \`schema\` and a \`table\`: ${JSON.stringify(params)}`)
  }
  return {
    event: parseEvent(event),
    schema,
    table,
    filter: filter === undefined || filter === null ? null : parseFilter(filter),
  }
}

function parseEvent(event: unknown): Subscription['event'] {
  const name = typeof event === 'string' ? event.toUpperCase() : '*'
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*'
}

/** `column=operator.value`, or `column=in.(a,b)`. A comma elsewhere would join two filters on the platform. */
function parseFilter(text: unknown): Filter {
  const match = /^([^=]+)=(?:(eq|neq|lt|lte|gt|gte)\.([^,]*)|in\.\((.*)\))$/s.exec(String(text))
  if (!match) throw new RefusedSubscription(`Error parsing \`filter\` params: ["${String(text)}"]`)
  const [, column = '', operator = 'in', value = '', list] = match
  // Postgres reads an array literal by the same rules as the list.
  return { column, operator, value: list === undefined ? value : `{${list}}` }
}

/** By type OID: brings a value into the text form of Postgres. Equal values of these types have equal texts. */
const normalise: Record<number, (text: string) => string> = {
  16: (text) => (/^(t|true|y|yes|on|1)$/i.test(text) ? 't' : 'f'), // bool
  20: wholeNumber, // int8
  21: wholeNumber, // int2
  23: wholeNumber, // int4
  25: (text) => text, // text
  2950: (text) => text.toLowerCase(), // uuid
}

function wholeNumber(text: string): string {
  return /^[+-]?\d+$/.test(text) ? String(BigInt(text.replace('+', ''))) : text
}

/**
 * Compares an equality filter without the database, so that a change for one of a thousand users needs one query.
 * Null when only the database can compare.
 */
export function matchesLocally(filter: Filter, value: string | null, typeId: number | undefined): boolean | null {
  const normalised = typeId === undefined ? undefined : normalise[typeId]
  if (filter.operator !== 'eq' || value === null || !normalised) return null
  return normalised(value) === normalised(filter.value)
}
