import { Scanner } from './scanner'
import type { ReadTree, SelectItem } from './syntax'

/** The type of a cast enters SQL without quotes (`double precision` is two words), so only words are allowed. */
const castName = /[A-Za-z_][A-Za-z0-9_ ]*/y

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

  let name = scanner.name()
  let alias: string | null = null
  if (!scanner.sees('::') && scanner.take(':')) {
    alias = name
    name = scanner.name()
  }
  if (scanner.sees('!') || scanner.sees('(')) return embed(scanner, name, alias)
  const cast = scanner.take('::') ? (scanner.match(castName)?.[0].trim() ?? scanner.fail('letter or digit')) : null
  return { kind: 'column', column: name, alias, cast }
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
