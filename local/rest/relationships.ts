import { RestError } from './restError'
import type { ForeignKey, Relation, Schema } from './schemaCache'
import type { Embed } from './syntax'

export type Relationship = {
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  target: Relation
  /** The columns of the foreign key: the join compares each pair. */
  columns: { origin: string; target: string }[]
  constraint: string
}

/** The relationship that an embed names. Throws when there is none, or more than one. */
export function findRelationship(schema: Schema, origin: Relation, embed: Embed): Relationship {
  const found = schema.foreignKeys
    .flatMap((key) => relationshipsOf(schema, key, origin))
    .filter((relationship) => matches(relationship, embed))
  const [only, ...others] = found
  if (!only) throw noRelationship(origin, embed)
  if (others.length > 0) throw ambiguousRelationship(origin, embed, found)
  return only
}

function relationshipsOf(schema: Schema, key: ForeignKey, origin: Relation): Relationship[] {
  const relationships: Relationship[] = []
  const from = schema.relationById(key.from)
  const to = schema.relationById(key.to)
  const pairs = key.fromColumns.map((column, index) => ({ from: column, to: key.toColumns[index] ?? '' }))
  if (key.from === origin.oid && to) {
    relationships.push({
      cardinality: key.oneToOne ? 'one-to-one' : 'many-to-one',
      target: to,
      columns: pairs.map((pair) => ({ origin: pair.from, target: pair.to })),
      constraint: key.name,
    })
  }
  if (key.to === origin.oid && from) {
    relationships.push({
      cardinality: key.oneToOne ? 'one-to-one' : 'one-to-many',
      target: from,
      columns: pairs.map((pair) => ({ origin: pair.to, target: pair.from })),
      constraint: key.name,
    })
  }
  return relationships
}

/** An embed names the target table, the constraint or the referencing column; its hint tells two relationships apart. */
function matches({ target, columns, constraint }: Relationship, embed: Embed): boolean {
  const single = columns.length === 1 ? columns[0] : undefined
  if (embed.hint === null) {
    return target.name === embed.name || constraint === embed.name || single?.origin === embed.name
  }
  const hints = [constraint, single?.origin, single?.target]
  return target.name === embed.name && hints.includes(embed.hint)
}

function noRelationship(origin: Relation, embed: Embed): RestError {
  const hinted = embed.hint === null ? '' : ` using the hint '${embed.hint}'`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${embed.name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${embed.name}'${hinted} in the schema '${origin.schema}', but no matches were found.`,
    },
  )
}

function ambiguousRelationship(origin: Relation, embed: Embed, found: Relationship[]): RestError {
  const choices = found.map(({ target, constraint }) => `'${target.name}!${constraint}'`).join(', ')
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${embed.name}'`,
    {
      hint: `Try changing '${embed.name}' to one of the following: ${choices}.`,
    },
  )
}
