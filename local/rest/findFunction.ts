import { RestError } from './restError'
import type { DatabaseFunction, Schema } from './schemaCache'

/** The function of that name that takes these arguments; parameters with defaults may be missing. */
export function findFunction(
  schema: Schema,
  schemaName: string,
  name: string,
  given: string[],
  byPost: boolean,
): DatabaseFunction {
  const [only, ...others] = schema.functions.filter(
    (one) => one.schema === schemaName && one.name === name && takes(one, given),
  )
  if (!only) throw noFunction(`${schemaName}.${name}`, given, byPost)
  if (others.length > 0) {
    throw new RestError(300, 'PGRST203', `Could not choose the best candidate function for ${schemaName}.${name}`)
  }
  return only
}

function takes({ parameters }: DatabaseFunction, given: string[]): boolean {
  return (
    parameters.every(({ name, required }) => name !== '' && (!required || given.includes(name))) &&
    given.every((argument) => parameters.some(({ name }) => name === argument))
  )
}

function noFunction(name: string, given: string[], byPost: boolean): RestError {
  const sorted = given.toSorted().join(', ')
  const [shown, searched] =
    given.length === 0
      ? [' without parameters', ' without parameters']
      : [`(${sorted})`, ` with parameter${given.length > 1 ? 's' : ''} ${sorted}`]
  const unnamed = byPost ? ' or with a single unnamed json/jsonb parameter' : ''
  return new RestError(404, 'PGRST202', `Could not find the function ${name}${shown} in the schema cache`, {
    details: `Searched for the function ${name}${searched}${unnamed}, but no matches were found in the schema cache.`,
  })
}
