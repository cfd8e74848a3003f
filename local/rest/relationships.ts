import { nearestName } from './nearestName'
import { RestError } from './restError'
import type { ForeignKey, Relation, Schema } from './schemaCache'
import type { Embed } from './syntax'

export type Relationship = {
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  target: Relation
  /** Pairs of columns that must be equal. */
  columns: { origin: string; target: string }[]
  constraint: string
}

/** The relationship that an embed of the select parameter means. Throws when there is none, or more than one. */
export function findRelationship(schema: Schema, origin: Relation, embed: Embed): Relationship {
  const found = schema.foreignKeys
    .flatMap((key) => relationshipsOf(schema, key, origin))
    .filter((relationship) => isMeant(relationship, origin, embed))
  const [only, ...others] = found
  if (!only) throw noRelationship(schema, origin, embed)
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

function isMeant(relationship: Relationship, origin: Relation, embed: Embed): boolean {
  const { cardinality, target, columns, constraint } = relationship
  const single = columns.length === 1 ? columns[0] : undefined
  if (target.oid === origin.oid) {
    // One key of a table onto itself makes two relationships; the way of writing tells which one is meant.
    if (embed.hint !== null) {
      return target.name === embed.name && cardinality === 'one-to-many' && single?.target === embed.hint
    }
    return cardinality === 'one-to-many' ? target.name === embed.name : single?.origin === embed.name
  }
  if (embed.hint === null) {
    return target.name === embed.name || constraint === embed.name || single?.origin === embed.name
  }
  const hints = [constraint, single?.origin, single?.target]
  return target.name === embed.name && hints.includes(embed.hint)
}

function noRelationship(schema: Schema, origin: Relation, embed: Embed): RestError {
  const hinted = embed.hint === null ? '' : ` using the hint '${embed.hint}'`
  const relatives = schema.foreignKeys
    .flatMap((key) => relationshipsOf(schema, key, origin))
    .map((relationship) => relationship.target.name)
  const near = relatives.includes(embed.name) ? null : nearestName(embed.name, relatives)
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${embed.name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${embed.name}'${hinted} in the schema '${origin.schema}', but no matches were found.`,
      hint: near === null ? null : `Perhaps you meant '${near}' instead of '${embed.name}'.`,
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
      details: found.map(({ cardinality, target, columns, constraint }) => ({
        cardinality,
        embedding: `${origin.name} with ${target.name}`,
        relationship: `${constraint} using ${origin.name}(${columns.map((pair) => pair.origin).join(', ')}) and ${target.name}(${columns.map((pair) => pair.target).join(', ')})`,
      })),
      hint: `Try changing '${embed.name}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
    },
  )
}
