import { RestError } from './restError'
import { Scanner } from './scanner'
import type { ReadTree, SelectItem } from './syntax'

/** A cast is the one name that enters SQL without quotes (`double precision` is two words), so it is kept this plain. */
const castName = /[A-Za-z_][A-Za-z0-9_ ]*/y
const aggregate = /(?:\.(?:sum|avg|max|min|count))?\(\)/y

export function parseSelect(text: string): SelectItem[] {
  if (text.trim() === '') return []
  const scanner = new Scanner(text, 'select parameter')
  const items = scanner.list(() => selectItem(scanner))
  scanner.end()
  return items
}

function selectItem(scanner: Scanner): SelectItem {
  scanner.skipBlanks()
  if (scanner.take('*')) return { kind: 'all' }

  let field = scanner.field()
  let alias: string | null = null
  if (field.path.length === 0 && !scanner.sees('::') && scanner.take(':')) {
    alias = field.column
    field = scanner.field()
  }
  if (field.path.length === 0 && (scanner.sees('!') || scanner.sees('('))) {
    if (field.column === 'count') refuseAggregates(scanner)
    return embed(scanner, field.column, alias)
  }
  refuseAggregates(scanner)
  const cast = scanner.take('::') ? (scanner.match(castName)?.[0].trim() ?? scanner.fail('letter or digit')) : null
  return { kind: 'column', field, alias, cast }
}

function embed(scanner: Scanner, name: string, alias: string | null): SelectItem {
  let hint: string | null = null
  let inner = false
  while (scanner.take('!')) {
    const modifier = scanner.name()
    if (modifier === 'inner') inner = true
    else if (modifier !== 'left') hint = modifier
  }
  scanner.expect('(')
  scanner.skipBlanks()
  const items = scanner.sees(')') ? [] : scanner.list(() => selectItem(scanner))
  scanner.expect(')')
  return { kind: 'embed', name, alias, hint, inner, tree: emptyTree(items) }
}

export function emptyTree(items: SelectItem[]): ReadTree {
  return { items, conditions: [], order: [], limit: null, offset: 0 }
}

function refuseAggregates(scanner: Scanner): void {
  if (scanner.match(aggregate)) throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}
