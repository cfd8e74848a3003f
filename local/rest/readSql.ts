import { columnSql, conditionSql, type Source } from './conditionSql'
import { qualifiedName, quoteName } from './quoting'
import { findRelationship } from './relationships'
import { RestError } from './restError'
import type { Relation, Schema } from './schemaCache'
import { embedKey, type ColumnItem, type Embed, type OrderTerm, type ReadTree } from './syntax'

export type ReadSql = {
  /** Selects the rows of the answer. */
  rows: string
  /** Selects the same rows without limit and offset, for the count. */
  allRows: string
}

type Joined = {
  embed: Embed
  /** A lateral join. */
  join: string
  column: string | null
}

/** Builds the select statement for a parsed query. Each request needs a new planner, which numbers its aliases. */
export class ReadPlanner {
  private aliases = 0

  constructor(
    private readonly schema: Schema,
    /** The row limit of every level; null for the rows that a write returns. */
    private readonly maxRows: number | null,
  ) {}

  /** `from` is what follows FROM; `source` names its columns. */
  plan(source: Source, from: string, tree: ReadTree): ReadSql {
    return this.select(source, from, tree, [])
  }

  private select(source: Source, from: string, tree: ReadTree, joinConditions: string[]): ReadSql {
    const joined = tree.items.filter((item) => item.kind === 'embed').map((embed) => this.join(source, embed))
    const columns = tree.items.flatMap((item): string[] => {
      if (item.kind === 'all') return [`${source.qualifier}.*`]
      if (item.kind === 'column') return [selectedColumnSql(source, item)]
      return joined.flatMap((one) => (one.embed === item && one.column !== null ? [one.column] : []))
    })
    const conditions = [...joinConditions, ...tree.conditions.map((condition) => conditionSql(source, condition))]
    const matching = [
      `from ${from}`,
      ...joined.map(({ join }) => join),
      conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
    ].join(' ')
    return {
      rows: `select ${columns.join(', ')} ${matching} ${orderSql(source, tree.order)} ${this.limitSql(tree)}`,
      allRows: `select 1 ${matching}`,
    }
  }

  private join(source: Source, embed: Embed): Joined {
    if (!source.relation) throw withoutRelationships(source, embed)
    const { target, cardinality, columns } = findRelationship(this.schema, source.relation, embed)
    // Postgres cuts names off at 63 bytes. The number must survive, or two aliases could be equal.
    const inner = quoteName(`${target.name.slice(0, 40)}_${++this.aliases}`)
    const alias = quoteName(`pgrst_embed_${this.aliases}`)

    const read = this.select(
      { qualifier: inner, relation: target },
      `${qualifiedName(target)} as ${inner}`,
      embed.tree,
      columns.map(
        (pair) =>
          `${columnSql({ qualifier: inner, relation: target }, pair.target)} = ${columnSql(source, pair.origin)}`,
      ),
    )
    const kind = embed.inner ? 'inner' : 'left'
    const key = quoteName(embedKey(embed))
    const hidden = embed.tree.items.length === 0
    if (cardinality !== 'one-to-many') {
      return {
        embed,
        join: `${kind} join lateral (${read.rows}) as ${alias} on true`,
        column: hidden ? null : `row_to_json(${alias}.*) as ${key}`,
      }
    }
    return {
      embed,
      join: `${kind} join lateral (select json_agg(${alias}) as ${alias} from (${read.rows}) as ${alias}) as ${alias} on ${
        embed.inner ? `${alias}.${alias} is not null` : 'true'
      }`,
      column: hidden ? null : `coalesce(${alias}.${alias}, '[]') as ${key}`,
    }
  }

  private limitSql(tree: ReadTree): string {
    const limits = [tree.limit, this.maxRows].filter((limit) => limit !== null)
    const limit = limits.length > 0 ? `limit ${Math.min(...limits)}` : ''
    return tree.offset > 0 ? `${limit} offset ${tree.offset}` : limit
  }
}

/** The columns that a write must return for its representation. The caller needs a read grant for these only. */
export function columnsReadBack(schema: Schema, relation: Relation, tree: ReadTree): string[] | 'all' {
  const columns = new Set<string>()
  for (const item of tree.items) {
    if (item.kind === 'all') return 'all'
    if (item.kind === 'column') columns.add(item.column)
    else for (const pair of findRelationship(schema, relation, item).columns) columns.add(pair.origin)
  }
  for (const column of relation.primaryKey) columns.add(column)
  return [...columns]
}

function selectedColumnSql(source: Source, item: ColumnItem): string {
  const column = columnSql(source, item.column)
  // The parser allows only words as the name of a type.
  const value = item.cast === null ? column : `cast(${column} as ${item.cast})`
  return `${value} as ${quoteName(item.alias ?? item.column)}`
}

function orderSql(source: Source, terms: OrderTerm[]): string {
  if (terms.length === 0) return ''
  const ordered = terms.map((term) => {
    const nulls = { nullsfirst: ' nulls first', nullslast: ' nulls last' }
    return `${columnSql(source, term.column)} ${term.direction ?? ''}${term.nulls === null ? '' : nulls[term.nulls]}`
  })
  return `order by ${ordered.join(', ')}`
}

function withoutRelationships(source: Source, embed: Embed): RestError {
  const origin = source.qualifier.replaceAll('"', '')
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${embed.name}' in the schema cache`,
  )
}
