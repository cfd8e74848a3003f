import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readLines } from '../../../local/assistant/sentences.ts'
import { train } from '../../../local/assistant/train.ts'
import { pack, weightsFile, weightsPath } from '../../../local/assistant/weightsFile.ts'
import { answerTo } from '../../functions/ai-chat/answers.ts'
import { classifierOf, classify } from '../../functions/ai-chat/classify.ts'
import { dangers, isDanger } from '../../functions/ai-chat/dangers.ts'

const dangerLines = readLines('danger')
const questionLines = readLines('questions')
const nobody = { account: null, transactions: [], payees: [] }

test('the weights are what the table gives: run npm run assistant', { timeout: 240_000 }, () => {
  expect(readFileSync(weightsPath, 'utf8') === weightsFile()).toBe(true)
})

test('each kind of danger has its help, and each kind of question its answer', () => {
  expect(new Set(dangerLines.map(({ kind }) => kind))).toEqual(new Set(Object.keys(dangers)))
  const withoutAnswer = new Set(
    questionLines.map(({ kind }) => kind).filter((kind) => answerTo(kind, '', nobody) === null),
  )
  expect(withoutAnswer).toEqual(new Set(['unknown']))
})

test('of sentences that were kept out in turns, danger is found and most are right', { timeout: 600_000 }, () => {
  const turns = 5
  const sentences = [...dangerLines, ...questionLines].flatMap(({ kind, sentences: forms }) =>
    forms.map((sentence) => ({ kind, sentence })),
  )
  const of = { danger: 0, found: 0, question: 0, wronglyDanger: 0, right: 0 }
  for (let turn = 0; turn < turns; turn += 1) {
    const unseen = sentences.filter((_, index) => index % turns === turn)
    const seen = new Set(sentences.filter((_, index) => index % turns !== turn).map(({ sentence }) => sentence))
    const known = [...dangerLines, ...questionLines]
      .map(({ kind, sentences: forms }) => ({ kind, sentences: forms.filter((form) => seen.has(form)) }))
      .filter(({ sentences: forms }) => forms.length > 0)
    const classifyUnseen = classifierOf(pack(train(known)))
    for (const { kind, sentence } of unseen) {
      const { danger, question } = classifyUnseen(sentence)
      if (isDanger(kind)) {
        of.danger += 1
        of.found += Number(danger !== null)
      } else {
        of.question += 1
        of.wronglyDanger += Number(danger !== null)
      }
      of.right += Number((danger ?? question ?? 'unknown') === kind)
    }
  }
  expect(of.found / of.danger).toBeGreaterThanOrEqual(0.98)
  expect(of.wronglyDanger / of.question).toBeLessThanOrEqual(0.03)
  expect(of.right / (of.danger + of.question)).toBeGreaterThanOrEqual(0.9)
})

// Sentences of invented customers: the kinds that help, and what was written.
const written = readFileSync(new URL('customerSentences.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))
  .map(([kinds = '', sentence = '']) => ({ kinds: kinds.split(','), sentence }))

test('no sentence of a customer in danger is missed, none is answered wrongly, and few are not understood', () => {
  const answered = written.map(({ kinds, sentence }) => {
    const { danger, question } = classify(sentence)
    return { sentence, kinds, answer: danger ?? question ?? 'unknown' }
  })
  const missed = answered.filter(({ kinds, answer }) => kinds.every(isDanger) && !isDanger(answer))
  const wrong = answered.filter(({ kinds, answer }) => answer !== 'unknown' && !kinds.includes(answer))
  const useless = answered.filter(({ kinds, answer }) => answer === 'unknown' && !kinds.includes('unknown'))
  expect(written.length).toBeGreaterThanOrEqual(200)
  expect(missed).toEqual([])
  expect(wrong).toEqual([])
  expect(useless.length).toBeLessThanOrEqual(written.length * 0.05)
})

test('tells what a sentence is about within 100 ms', () => {
  const longest = 'someone nicked my phone and I cannot get into my account '.repeat(35)
  const start = performance.now()
  classify(longest)
  expect(performance.now() - start).toBeLessThan(100)
})
