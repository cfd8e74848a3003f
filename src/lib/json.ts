import type { Json } from './database.types'

// For documents that the database builds: their shape is in no generated type.

/** The fields of an object; none when it is something else. */
export function fieldsOf(value: unknown): Partial<Record<string, Json>> {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Partial<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}
