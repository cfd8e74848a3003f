import { describe, expect, test } from 'vitest'
import { classify } from '../../functions/ai-chat/classify.ts'
import { dangerIn } from '../../functions/ai-chat/dangerIn.ts'
import { conceptsOf, wordsOf } from '../../functions/ai-chat/concepts.ts'
import { lexicon } from '../../functions/ai-chat/lexicon.ts'

const customer = (content: string) => ({ role: 'user' as const, content })
const answer = { role: 'assistant' as const, content: 'Your balance is £20.00.' }
const small = 'I went to the shop this morning and then the bus was late so I had some tea '
const long = (end: string, parts = 20) => `${small.repeat(parts)}${end}`

describe('a danger is found', () => {
  test.each([
    ['in the newest message', [customer('hello'), answer, customer('my phone was stolen')], 'stolen'],
    [
      'before other messages',
      [customer('my phone was stolen'), customer('hello?'), customer('anybody there')],
      'stolen',
    ],
    [
      'in a message that was answered by the answer to an earlier one',
      [customer('hello'), customer('my phone was stolen'), answer],
      'stolen',
    ],
    [
      'of a life, whatever was written afterwards',
      [customer('I want to die'), customer('my card was stolen')],
      'self-harm',
    ],
    ['the newest of two', [customer('my card was stolen'), customer('I have been scammed')], 'scam'],
  ])('%s', (_where, messages, danger) => expect(dangerIn(messages)).toBe(danger))

  test.each([
    ['at the end of a long message without a full stop', long('my phone was stolen'), 'stolen'],
    ['at the end of a long message of sentences', `${small.trim()}. `.repeat(20) + 'My phone was stolen.', 'stolen'],
    ['after a hundred short sentences', 'Ok. '.repeat(100) + 'I have been scammed.', 'scam'],
    ['in the middle of a long message', long(`my phone was stolen ${small.repeat(10)}`, 10), 'stolen'],
    [
      'at the end of a long message, without a certain word',
      long('a man rang and says I must move my savings', 15),
      'impersonation',
    ],
  ])('%s', (_where, text, danger) => expect(classify(text).danger).toBe(danger))
})

describe('no danger is found', () => {
  test.each([
    ['in what was answered', [customer('my phone was stolen'), answer, customer('thanks')]],
    ['in an answer', [customer('hello'), { ...answer, content: 'Was your phone stolen?' }]],
    ['in an empty chat', []],
    ['in a long message about little', [customer(long('and that was my day', 24))]],
  ])('%s', (_where, messages) => expect(dangerIn(messages)).toBeNull())
})

test.each([
  ['one long message', [customer(long('my phone was stolen', 26).slice(-2000))]],
  ['many long messages', Array.from({ length: 20 }, () => customer('qu wx yz zv '.repeat(166)))],
  ['many letters', Array.from({ length: 20 }, () => customer('a b. '.repeat(400)))],
])('%s is read within 100 ms', (_what, messages) => {
  // The fastest of some: other tests use the processor too.
  const times = Array.from({ length: 4 }, () => {
    const start = performance.now()
    dangerIn(messages)
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(100)
})

test('each entry of the lexicon is found in a text that has it', () => {
  const missed = lexicon
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [concept = '', entries = ''] = line.split(': ')
      return entries
        .split(' ')
        .filter((entry) => {
          const written = entry.replaceAll('_', ' ').replace(/\*$/, 'x')
          return !conceptsOf(wordsOf(`oh ${written} now`)).has(concept)
        })
        .map((entry) => `${concept}: ${entry}`)
    })
  expect(missed).toEqual([])
})
