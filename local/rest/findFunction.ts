import { nearestName } from './nearestName'
import { RestError } from './restError'
import type { DatabaseFunction, Schema } from './schemaCache'

/** The function of that name which takes these arguments, defaults filling the rest. */
export function findFunction(
  schema: Schema,
  schemaName: string,
  name: string,
  given: string[],
  byPost: boolean,
): DatabaseFunction {
  const named = schema.functions.filter((one) => one.schema === schemaName && one.name === name)
  const [only, ...others] = named.filter((one) => takes(one, given))
  if (!only) throw noFunction(schema, schemaName, name, given, named, byPost)
  if (others.length > 0) throw ambiguousFunction([only, ...others])
  return only
}

function takes({ parameters }: DatabaseFunction, given: string[]): boolean {
  return (
    parameters.every(({ name, required }) => name !== '' && (!required || given.includes(name))) &&
    given.every((argument) => parameters.some(({ name }) => name === argument))
  )
}

function noFunction(
  schema: Schema,
  schemaName: string,
  name: string,
  given: string[],
  named: DatabaseFunction[],
  byPost: boolean,
): RestError {
  const sorted = given.toSorted().join(', ')
  const [shown, searched] =
    given.length === 0
      ? [' without parameters', ' without parameters']
      : [`(${sorted})`, ` with parameter${given.length > 1 ? 's' : ''} ${sorted}`]
  const unnamed = byPost ? ' or with a single unnamed json/jsonb parameter' : ''
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${schemaName}.${name}${shown} in the schema cache`,
    {
      details: `Searched for the function ${schemaName}.${name}${searched}${unnamed}, but no matches were found in the schema cache.`,
      hint: hint(schema, schemaName, name, named),
    },
  )
}

function hint(schema: Schema, schemaName: string, name: string, named: DatabaseFunction[]): string | null {
  const [overload] = named
  const near = overload
    ? `${name}(${overload.parameters
        .map((parameter) => parameter.name)
        .toSorted()
        .join(', ')})`
    : nearestName(
        name,
        schema.functions.filter((one) => one.schema === schemaName).map((one) => one.name),
      )
  return near === null ? null : `Perhaps you meant to call the function ${schemaName}.${near}`
}

function ambiguousFunction(candidates: DatabaseFunction[]): RestError {
  const signatures = candidates.map(({ schema, name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`)
    return `${schema}.${name}(${list.join(', ')})`
  })
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.toSorted().join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}
