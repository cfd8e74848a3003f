// Checks JSON of no generated type once, where it arrives: documents from SQL functions, answers of edge functions,
// browser storage, navigation state.

/** The value with its type, or undefined when it has another shape. */
export type Reader<Value> = (json: unknown) => Value | undefined

export const text: Reader<string> = (json) => (typeof json === 'string' ? json : undefined)

export const number: Reader<number> = (json) => (typeof json === 'number' ? json : undefined)

export const boolean: Reader<boolean> = (json) => (typeof json === 'boolean' ? json : undefined)

export function oneOf<const Value extends string>(...values: Value[]): Reader<Value> {
  return (json) => values.find((value) => value === json)
}

export function nullable<Value>(read: Reader<Value>): Reader<Value | null> {
  return (json) => (json === null ? null : read(json))
}

/** `fallback` instead of a missing or different value. */
export function withDefault<Value>(read: Reader<Value>, fallback: Value): Reader<Value> {
  return (json) => read(json) ?? fallback
}

export function list<Value>(read: Reader<Value>): Reader<Value[]> {
  return (json) => {
    if (!Array.isArray(json)) return undefined
    const values = json.map((item) => read(item))
    return values.every((value) => value !== undefined) ? values : undefined
  }
}

/** Other fields of the object are left out. */
export function object<Fields extends object>(readers: { [Name in keyof Fields]: Reader<Fields[Name]> }) {
  const isComplete = (fields: Partial<Fields>): fields is Fields => {
    for (const name in readers) if (fields[name] === undefined) return false
    return true
  }
  return (json: unknown): Fields | undefined => {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
    const source: Partial<Record<string, unknown>> = { ...json }
    const fields: Partial<Fields> = {}
    for (const name in readers) fields[name] = readers[name](source[name])
    return isComplete(fields) ? fields : undefined
  }
}
