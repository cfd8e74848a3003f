/** A request's query string after parsing. Its names have not been looked up yet. */
export type ReadTree = {
  items: SelectItem[]
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | null
  offset: number
}

export type SelectItem = { kind: 'all' } | ColumnItem | Embed

export type ColumnItem = { kind: 'column'; column: string; alias: string | null; cast: string | null }

export type Embed = {
  kind: 'embed'
  name: string
  alias: string | null
  hint: string | null
  inner: boolean
  tree: ReadTree
}

export type Condition = Filter | LogicTree
export type LogicTree = { kind: 'logic'; joinedBy: 'and' | 'or'; negated: boolean; members: Condition[] }
export type Filter = { kind: 'filter'; column: string; negated: boolean; test: Test }

export type Test =
  | { kind: 'compare'; operator: string; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; state: IsState }

export type IsState = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type OrderTerm = {
  column: string
  direction: 'asc' | 'desc' | null
  nulls: 'nullsfirst' | 'nullslast' | null
}

/** The name under which an embed appears in the answer. */
export function embedKey(embed: Embed): string {
  return embed.alias ?? embed.name
}
