import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A form or dialog that shows why its mutation failed has no toast for it.

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(`src/${name}`, 'utf8'))

/** The functions and constants of a file. */
const partsOf = (source: string) => source.split(/\n(?=(?:export )?(?:async )?(?:function|const) )/)
const hookOf = (text: string) => /^(?:export )?(?:function|const) (use\w+)/.exec(text)?.[1]

/** Whether the mutation that a hook of the file returns has no toast, by the hook's name. */
function mutationsOf(source: string) {
  const found = new Map<string, boolean>()
  for (const text of partsOf(source)) {
    const hook = hookOf(text)
    const helpers = [...found].filter(([name]) => text.includes(`${name}(`))
    if (hook === undefined || !(text.includes('useChange(') || helpers.length > 0)) continue
    const isQuiet =
      /failure: (?:false|\S+ === '\w+' \? false)/.test(text) || helpers.some(([, isHelperQuiet]) => isHelperQuiet)
    found.set(hook, isQuiet)
  }
  return found
}

const mutations = new Map(sources.flatMap((source) => [...mutationsOf(source)]))

/** The uses of a mutation whose failure the component shows, by itself or as the problem of a form. */
function shownUses(component: string) {
  const showsForms = /form\.problem|<(?:Form|Reason)Dialog/.test(component)
  return [...component.matchAll(/const (\w+) = (use\w+)\((.*)/g)].filter(
    ([, name = '', hook = '']) =>
      mutations.has(hook) &&
      (new RegExp(`\\b${name}\\.(?:error|isError)\\b`).test(component) ||
        (showsForms && component.includes(`${name}.mutateAsync`))),
  )
}

test('a failure that a form or dialog shows has no toast', () => {
  const uses = sources.flatMap(partsOf).flatMap(shownUses)
  expect(uses.length).toBeGreaterThan(60)
  const said = uses.filter(([, , hook = '', args = '']) => !/failure: false/.test(args) && mutations.get(hook) !== true)
  expect(new Set(said.map(([, , hook]) => hook))).toEqual(
    new Set([
      // The specification asks for these toasts: 'Repair Failed', and 'Error' with the reason.
      'useDryRun',
      // The dialog beside its form is that of another mutation. Its form shows a failure at the field alone, without the toast's text.
      'useEditBalance',
      'useEditMessage',
      'useRunRepair',
      'useUpdateUser',
    ]),
  )
})

test('each change is made with useChange, which says its failure once', () => {
  expect(sources.filter((source) => /\buseMutation\(/.test(source))).toHaveLength(1)
})
