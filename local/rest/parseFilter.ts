import { Scanner } from './scanner'
import type { Condition, Filter, IsState, LogicTree, Test } from './syntax'

const negation = /not\./y
const listTest = /in\./y
const stateTest = /is\.(not_null|null|true|false|unknown)(?=[,)]|$)/iy
const comparison = /(eq|neq|gte|gt|lte|lt|like|ilike|match|imatch|isdistinct|cs|cd|ov)\./y
const arrayLiteral = /\{[^{}]*\}/y
const joiner = /(not\.)?(and|or)(?=[ \t]*\()/y

/** `eq.5` of `id=eq.5`. */
export function parseFilter(column: string, text: string): Filter {
  const scanner = new Scanner(text, 'filter')
  const filter = filterOn(scanner, column, () => scanner.rest())
  scanner.end()
  return filter
}

/** `(a.eq.1,not.and(b.gt.2,c.is.null))` of `or=(…)`. */
export function parseLogicTree(joinedBy: 'and' | 'or', negated: boolean, text: string): LogicTree {
  const scanner = new Scanner(text, 'logic tree')
  const members = logicMembers(scanner)
  scanner.end()
  return { kind: 'logic', joinedBy, negated, members }
}

/** Whether a value has the form of a filter, which tells filters from arguments when a function is called by GET. */
export function looksLikeFilter(text: string): boolean {
  return /^(?:not|is|in|eq|neq|gte?|lte?|i?like|i?match|isdistinct|cs|cd|ov)\./.test(text)
}

function logicMembers(scanner: Scanner): Condition[] {
  scanner.skipBlanks()
  scanner.expect('(')
  const members = scanner.list(() => logicMember(scanner))
  scanner.expect(')')
  scanner.skipBlanks()
  return members
}

function logicMember(scanner: Scanner): Condition {
  scanner.skipBlanks()
  const joined = scanner.match(joiner)
  if (joined) {
    return {
      kind: 'logic',
      joinedBy: joined[2] === 'and' ? 'and' : 'or',
      negated: joined[1] !== undefined,
      members: logicMembers(scanner),
    }
  }
  const column = scanner.name()
  scanner.expect('.')
  return filterOn(scanner, column, () => scanner.match(arrayLiteral)?.[0] ?? scanner.element())
}

function filterOn(scanner: Scanner, column: string, readValue: () => string): Filter {
  const negated = scanner.match(negation) !== null
  return { kind: 'filter', column, negated, test: testOf(scanner, readValue) }
}

function testOf(scanner: Scanner, readValue: () => string): Test {
  if (scanner.match(listTest)) return { kind: 'in', values: listValues(scanner) }

  const state = scanner.match(stateTest)?.[1]?.toLowerCase()
  if (isState(state)) return { kind: 'is', state }

  const operator = scanner.match(comparison)?.[1]
  if (operator) return { kind: 'compare', operator, value: readValue() }
  return scanner.fail('"not" or operator (eq, gt, ...)')
}

function listValues(scanner: Scanner): string[] {
  scanner.skipBlanks()
  scanner.expect('(')
  const values = scanner.list(() => scanner.element())
  scanner.expect(')')
  scanner.skipBlanks()
  // An empty list is written `in.()`.
  return values.length === 1 && values[0] === '' ? [] : values
}

function isState(text: string | undefined): text is IsState {
  return text === 'null' || text === 'not_null' || text === 'true' || text === 'false' || text === 'unknown'
}
