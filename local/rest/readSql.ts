import { conditionSql, fieldSql, type Source } from './conditionSql'
import { notEmbedded } from './parseQuery'
import { qualifiedName, quoteName } from './quoting'
import { findRelationship } from './relationships'
import { RestError } from './restError'
import type { Relation, Schema } from './schemaCache'
import { embedKey, type ColumnItem, type Embed, type Filter, type OrderTerm, type ReadTree } from './syntax'

export type ReadSql = {
  /** The rows of the answer. */
  rows: string
  /** The same rows without limit and offset, to be counted. */
  allRows: string
}

type Joined = {
  embed: Embed
  toOne: boolean
  /** The lateral subquery; for a to-many embed its one column has the same name. */
  alias: string
  join: string
  column: string | null
}

/** Builds the select statement for a parsed query. One planner serves one request: its aliases are unique in it. */
export class ReadPlanner {
  private aliases = 0

  constructor(
    private readonly schema: Schema,
    /** The most rows that any level may answer; null for what a write gives back. */
    private readonly maxRows: number | null,
  ) {}

  /** `from` is what follows FROM; the source says how its columns are referred to. */
  plan(source: Source, from: string, tree: ReadTree): ReadSql {
    return this.select(source, from, tree, [])
  }

  private select(source: Source, from: string, tree: ReadTree, joinConditions: string[]): ReadSql {
    const joined = tree.items.filter((item) => item.kind === 'embed').map((embed) => this.join(source, embed))
    const columns = tree.items.flatMap((item): string[] => {
      if (item.kind === 'all') return [`${source.qualifier}.*`]
      if (item.kind === 'column') return [columnSql(source, item)]
      return joined.flatMap((one) => (one.embed === item && one.column !== null ? [one.column] : []))
    })
    const conditions = [
      ...joinConditions,
      ...tree.conditions.map((condition) => conditionSql(source, condition, (filter) => presenceSql(filter, joined))),
    ]
    const matching = [
      `from ${from}`,
      ...joined.map(({ join }) => join),
      conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
    ].join(' ')
    return {
      rows: `select ${columns.join(', ')} ${matching} ${orderSql(source, tree.order, joined)} ${this.limitSql(tree)}`,
      allRows: `select 1 ${matching}`,
    }
  }

  private join(source: Source, embed: Embed): Joined {
    if (!source.relation) throw withoutRelationships(source, embed)
    const { target, cardinality, columns } = findRelationship(this.schema, source.relation, embed)
    const toOne = cardinality !== 'one-to-many'
    // Postgres cuts names off at 63 bytes; the number must survive for aliases to stay apart.
    const inner = quoteName(`${target.name.slice(0, 40)}_${++this.aliases}`)
    const alias = quoteName(`pgrst_embed_${this.aliases}`)

    const read = this.select(
      { qualifier: inner, relation: target },
      `${qualifiedName(target)} as ${inner}`,
      embed.tree,
      columns.map((pair) => `${inner}.${quoteName(pair.target)} = ${source.qualifier}.${quoteName(pair.origin)}`),
    )
    const kind = embed.inner ? 'inner' : 'left'
    const key = quoteName(embedKey(embed))
    const hidden = embed.tree.items.length === 0
    if (toOne) {
      return {
        embed,
        toOne,
        alias,
        join: `${kind} join lateral (${read.rows}) as ${alias} on true`,
        column: hidden ? null : `row_to_json(${alias}.*) as ${key}`,
      }
    }
    return {
      embed,
      toOne,
      alias,
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

/** The columns that a write must give back for its representation, so that nothing else needs to be readable. */
export function columnsReadBack(schema: Schema, relation: Relation, tree: ReadTree): string[] | 'all' {
  const columns = new Set<string>()
  for (const item of tree.items) {
    if (item.kind === 'all') return 'all'
    if (item.kind === 'column') columns.add(item.field.column)
    else for (const pair of findRelationship(schema, relation, item).columns) columns.add(pair.origin)
  }
  for (const column of relation.primaryKey) columns.add(column)
  return [...columns]
}

function columnSql(source: Source, item: ColumnItem): string {
  const field = fieldSql(source, item.field)
  // The parser lets only words through as the name of a type.
  const value = item.cast === null ? field : `cast(${field} as ${item.cast})`
  return `${value} as ${quoteName(item.alias ?? columnKey(item))}`
}

/** A JSON path is named after its last key; positions in an array have no name. */
function columnKey({ field }: ColumnItem): string {
  const keys = field.path.map(({ key }) => key).filter((key) => !/^-?\d+$/.test(key))
  return keys.at(-1) ?? field.column
}

/** `embed=is.null` and `embed=not.is.null` ask whether there is anything to embed. */
function presenceSql(filter: Filter, joined: Joined[]): string | null {
  if (filter.field.path.length > 0) return null
  const about = joined.find(({ embed }) => embedKey(embed) === filter.field.column)
  if (!about) return null
  if (filter.test.kind !== 'is' || (filter.test.state !== 'null' && filter.test.state !== 'not_null')) {
    throw new RestError(400, 'PGRST120', `Bad operator on the '${filter.field.column}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  // `is null` would also be true of a row whose every column is null.
  const distinct = filter.test.state === 'not_null' ? 'is distinct from null' : 'is not distinct from null'
  return `${about.toOne ? about.alias : `${about.alias}.${about.alias}`} ${distinct}`
}

function orderSql(source: Source, terms: OrderTerm[], joined: Joined[]): string {
  if (terms.length === 0) return ''
  const ordered = terms.map((term) => {
    const field = fieldSql(term.relation === null ? source : orderingSource(source, term.relation, joined), term.field)
    const nulls = { nullsfirst: ' nulls first', nullslast: ' nulls last' }
    return `${field} ${term.direction ?? ''}${term.nulls === null ? '' : nulls[term.nulls]}`
  })
  return `order by ${ordered.join(', ')}`
}

function orderingSource(source: Source, relation: string, joined: Joined[]): Source {
  const related = joined.find(({ embed }) => embedKey(embed) === relation)
  if (!related) throw notEmbedded(relation)
  if (!related.toOne) {
    throw new RestError(400, 'PGRST118', `A related order on '${relation}' is not possible`, {
      details: `'${source.relation?.name}' and '${relation}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  return { qualifier: related.alias, relation: null }
}

function withoutRelationships(source: Source, embed: Embed): RestError {
  const origin = source.qualifier.replaceAll('"', '')
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${embed.name}' in the schema cache`,
  )
}
