import { parseFilter, parseLogicTree, looksLikeFilter } from './parseFilter'
import { emptyTree, parseSelect } from './parseSelect'
import { RestError } from './restError'
import { Scanner } from './scanner'
import { embedKey, type OrderTerm, type ReadTree } from './syntax'

export type Query = {
  tree: ReadTree
  /** Arguments of a function that is called by GET; otherwise empty. */
  callArguments: Map<string, string>
  columns: string[] | null
  onConflict: string[] | null
}

/** The gateway reads `apikey`. */
const notFilters = new Set(['select', 'columns', 'on_conflict', 'apikey'])

export function parseQuery(parameters: URLSearchParams, options: { callByGet: boolean }): Query {
  const tree = emptyTree(parseSelect(parameters.get('select') ?? '*'))
  const callArguments = new Map<string, string>()
  for (const [key, value] of parameters) {
    if (notFilters.has(key)) continue
    if (options.callByGet && isArgument(key, value)) callArguments.set(key, value)
    else applyParameter(tree, key, value)
  }
  return {
    tree,
    callArguments,
    columns: names(parameters.get('columns'), 'columns parameter'),
    onConflict: names(parameters.get('on_conflict'), 'on_conflict parameter'),
  }
}

function isArgument(key: string, value: string): boolean {
  return !key.includes('.') && !/^(?:order|limit|offset|and|or)$/.test(key) && !looksLikeFilter(value)
}

function applyParameter(root: ReadTree, key: string, value: string): void {
  const { path, column } = parseKey(key)
  const lastWord = key.slice(key.lastIndexOf('.') + 1)
  switch (lastWord) {
    case 'order':
      nodeAt(root, path).order = parseOrder(value)
      return
    case 'limit':
      nodeAt(root, path).limit = parseLimit(value)
      return
    case 'offset':
      nodeAt(root, path).offset = Math.max(0, wholeNumber(value) ?? 0)
      return
    case 'and':
    case 'or': {
      const embeds = path.filter((name) => name !== 'not')
      const negated = embeds.length < path.length
      nodeAt(root, embeds).conditions.push(parseLogicTree(lastWord, negated, value))
      return
    }
    default:
      nodeAt(root, path).conditions.push(parseFilter(column, value))
  }
}

/** `embed.other.column` */
function parseKey(key: string): { path: string[]; column: string } {
  const scanner = new Scanner(key, 'tree path')
  const path: string[] = []
  let column = scanner.name()
  while (scanner.take('.')) {
    path.push(column)
    column = scanner.name()
  }
  scanner.end()
  return { path, column }
}

function nodeAt(root: ReadTree, path: string[]): ReadTree {
  let node = root
  for (const name of path) {
    const embeds = node.items.filter((item) => item.kind === 'embed')
    const embed = embeds.find((item) => embedKey(item) === name) ?? embeds.find((item) => item.name === name)
    if (!embed) throw notEmbedded(name)
    node = embed.tree
  }
  return node
}

function notEmbedded(name: string): RestError {
  return new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms = scanner.list((): OrderTerm => {
    const column = scanner.name()
    const direction = scanner.match(/\.(asc|desc)(?![a-z])/y)?.[1]
    const nulls = scanner.match(/\.(nullsfirst|nullslast)(?![a-z])/y)?.[1]
    return {
      column,
      direction: direction === 'asc' || direction === 'desc' ? direction : null,
      nulls: nulls === 'nullsfirst' || nulls === 'nullslast' ? nulls : null,
    }
  })
  scanner.end()
  return terms
}

function parseLimit(text: string): number | null {
  const limit = wholeNumber(text)
  if (limit !== null && limit < 0) throw rangeError('Limit should be greater than or equal to zero.')
  return limit
}

export function rangeError(details: string): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details })
}

/** PostgREST ignores a limit or an offset that is not a number. */
function wholeNumber(text: string): number | null {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : null
}

function names(text: string | null, subject: string): string[] | null {
  if (text === null) return null
  const scanner = new Scanner(text, subject)
  const found = scanner.list(() => scanner.name())
  scanner.end()
  return found
}
