import { expect, test } from 'vitest'
import { splitStatements } from '../../../local/migrations/splitStatements'
import { readSchemas } from '../../../local/migrations/schemas'

// The files of supabase/schemas describe the schema in its final form: each object is written once, in the file of its domain.

const statements = [...readSchemas()].flatMap(([file, script]) =>
  splitStatements(script).map((text) => ({ file, text: text.replaceAll(/^\s*--.*$/gm, '').trim() })),
)

/** The name of the API function that a call of private.expose creates, comments on and grants. */
const exposedBy = (statement: string) => /^select private\.expose\('(\w+)'/.exec(statement)?.[1]

/** What a statement defines, for example 'function private.audit(p_action text, …)'. Null for other statements. */
function definedBy(statement: string): string | null {
  const exposed = exposedBy(statement)
  if (exposed !== undefined) return `function public.${exposed}`
  const name = String.raw`("[^"]+"|[\w.]+)`
  const [, kind, object = ''] =
    new RegExp(
      String.raw`^create (?:or replace )?(?:unique |constraint )?(function|table|index|policy|trigger|type|domain|sequence|view) ${name}`,
    ).exec(statement) ?? []
  if (kind === 'function') return `function ${object}${signatureIn(statement)}`
  if (kind === 'policy' || kind === 'trigger')
    return `${kind} ${object} on ${/ on ([\w.]+)/.exec(statement)?.[1] ?? ''}`
  return kind === undefined ? null : `${kind} ${object}`
}

/** The types of the arguments, which tell overloads apart. */
function signatureIn(statement: string): string {
  const start = statement.indexOf('(')
  const end = statement.search(/\)\s*returns\b/)
  const parameters = statement
    .slice(start + 1, end)
    .replaceAll(/\s+default\s+[^,]+/g, '')
    .split(',')
  return `(${parameters.map((parameter) => parameter.trim().split(/\s+/).slice(1).join(' ')).join(', ')})`
}

function repeated(names: string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

test('defines each function, table, policy, trigger and index once', () => {
  const names = statements.flatMap(({ text }) => definedBy(text) ?? [])
  expect(names.filter((name) => name.startsWith('function')).length).toBeGreaterThan(200)
  expect(repeated(names)).toEqual([])
})

test('comments on each object once', () => {
  const names = statements.flatMap(({ text }) => {
    const exposed = exposedBy(text)
    return exposed === undefined ? (/^comment on (.*?) is\b/s.exec(text)?.[1] ?? []) : [`function public.${exposed}`]
  })
  expect(names.length).toBeGreaterThan(100)
  expect(repeated(names)).toEqual([])
})

test('grants each function once', () => {
  const names = statements.flatMap(({ text }) => {
    const exposed = exposedBy(text)
    if (exposed !== undefined) return [`private.${exposed}`, `public.${exposed}`]
    const [, functions = '', roles] = /^grant execute on function (.*) to (.*)$/s.exec(text) ?? []
    return roles === undefined ? [] : functions.split(',').map((name) => name.trim())
  })
  expect(names.length).toBeGreaterThan(100)
  expect(repeated(names)).toEqual([])
})

test('replaces, drops and alters nothing that another statement has made', () => {
  const changes = statements.filter(
    ({ text }) =>
      /^(?:create or replace|drop)\b/.test(text) ||
      (text.startsWith('alter table') && !/ (?:enable row level security|enable always trigger \w+)$/.test(text)),
  )
  expect(changes).toEqual([])
})

test('names every check', () => {
  const unnamed = statements.filter(
    ({ text }) => /^create (?:table|domain)\b/.test(text) && /(?<!constraint \w+\s+)\bcheck\s*\(/.test(text),
  )
  expect(unnamed.map(({ file, text }) => `${file}: ${text.split('\n')[0] ?? ''}`)).toEqual([])
})
