import { asObject } from './wire'

type Filter = { column: string; operator: string; value: string; negated: boolean }
export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'
export type Subscription = { event: ChangeKind | '*'; schema: string; table: string; filters: Filter[] }

/** What cannot be subscribed to, in the words that the client is told. */
export class RefusedSubscription extends Error {}

const operators = new Set([
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
])

/** What a client asks for under `postgres_changes`. Throws RefusedSubscription. */
export function parseSubscription(params: unknown): Subscription {
  const { event, schema, table, filter, select } = asObject(params)
  if (select !== undefined)
    throw new RefusedSubscription('The local relay has no column selection (`select`): it sends every column')
  const hasTable = typeof table === 'string'
  const hasSchema = typeof schema === 'string'
  const hasFilter = filter !== undefined && filter !== null
  if (hasFilter ? !(hasSchema && hasTable && typeof filter === 'string') : !hasSchema && !hasTable) {
    throw new RefusedSubscription(
      `No subscription params provided. Please provide at least a \`schema\` or \`table\` to subscribe to: ${JSON.stringify(params)}`,
    )
  }
  return {
    event: parseEvent(event),
    schema: hasSchema ? schema : 'public',
    table: hasTable ? table : '*',
    filters: typeof filter === 'string' && filter.trim() ? splitFilters(filter.trim()).map(parseFilter) : [],
  }
}

function parseEvent(event: unknown): Subscription['event'] {
  const name = typeof event === 'string' ? event.toUpperCase() : '*'
  return name === 'INSERT' || name === 'UPDATE' || name === 'DELETE' ? name : '*'
}

/** Filters are joined by commas, and all must hold; a comma inside parentheses or quotes belongs to a value. */
function splitFilters(text: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    let character = text.charAt(index)
    if (isQuoted && character === '\\') {
      index += 1
      character += text.charAt(index)
    } else if (character === '"') isQuoted = !isQuoted && '.(,'.includes(text.charAt(index - 1))
    else if (!isQuoted && character === '(') depth += 1
    else if (!isQuoted && character === ')') depth = Math.max(0, depth - 1)
    else if (!isQuoted && character === ',' && depth === 0) {
      parts.push('')
      continue
    }
    parts.push((parts.pop() ?? '') + character)
  }
  return parts.map((part) => part.trim())
}

/** `column=operator.value`, or `column=not.operator.value`. */
function parseFilter(text: string): Filter {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text)
  const [, column = '', not, operator = '', value = ''] = match ?? []
  if (!operators.has(operator)) throw new RefusedSubscription(`Error parsing \`filter\` params: ["${text}"]`)
  return { column, operator, value: parseValue(operator, value), negated: not !== undefined }
}

function parseValue(operator: string, value: string): string {
  if (operator === 'in') {
    if (/^\(.*\)$/s.test(value)) return `{${value.slice(1, -1)}}` // Postgres reads an array literal by the same rules
    throw new RefusedSubscription('Error parsing `filter` params: `in` filter value must be wrapped by parentheses')
  }
  return /^"(?:[^"\\]|\\.)*"$/s.test(value) ? value.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : value
}

/** Types that compare as their texts do, once written alike; by the number that the log gives with each column. */
const writtenAlike: Record<number, (text: string) => string> = {
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
 * Answers an equality here, so that one of a thousand customers costs one question to the database.
 * Null when the database has to be asked.
 */
export function matchesAtOnce(filter: Filter, value: string | null, typeId: number | undefined): boolean | null {
  const write = typeId === undefined ? undefined : writtenAlike[typeId]
  if (filter.operator !== 'eq' || value === null || !write) return null
  return (write(value) === write(filter.value)) !== filter.negated
}
