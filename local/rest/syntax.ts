/** What a request's query string asks for, after parsing and before any name in it has been looked up. */
export type ReadTree = {
  items: SelectItem[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}

export type SelectItem = { kind: 'all' } | ColumnItem | Embed

export type ColumnItem = { kind: 'column'; field: Field; alias: string | null; cast: string | null }

export type Embed = {
  kind: 'embed'
  name: string
  alias: string | null
  hint: string | null
  inner: boolean
  tree: ReadTree
}

/** A column, or a place inside a JSON column. */
export type Field = { column: string; path: JsonStep[] }
export type JsonStep = { arrow: '->' | '->>'; key: string }

export type Condition = Filter | LogicTree
export type LogicTree = { kind: 'logic'; joinedBy: 'and' | 'or'; negated: boolean; members: Condition[] }
export type Filter = { kind: 'filter'; field: Field; negated: boolean; test: Test }

export type Test =
  | { kind: 'compare'; operator: string; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; state: IsState }
  | { kind: 'search'; query: string; language: string | null; value: string }

export type IsState = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type OrderTerm = {
  /** Set when the rows are ordered by a column of an embedded row. */
  relation: string | null
  field: Field
  direction: 'asc' | 'desc' | null
  nulls: 'nullsfirst' | 'nullslast' | null
}

/** The name under which an embed appears in the answer. */
export function embedKey(embed: Embed): string {
  return embed.alias ?? embed.name
}
