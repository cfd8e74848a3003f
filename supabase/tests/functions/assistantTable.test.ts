import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missedGoals } from '../../../local/assistant/measure.ts'
import { pack } from '../../../local/assistant/pack.ts'
import { readLines } from '../../../local/assistant/sentences.ts'
import { train } from '../../../local/assistant/train.ts'
import { fingerprintOf } from '../../../local/assistant/weightsFile.ts'
import { answerTo } from '../../functions/ai-chat/answers.ts'
import { classify } from '../../functions/ai-chat/classify.ts'
import { dangers, isDanger } from '../../functions/ai-chat/dangers.ts'
import { figures, fingerprint, kinds as learnedKinds, scale, weights } from '../../functions/ai-chat/weights.ts'

const dangerLines = readLines('danger')
const questionLines = readLines('questions')
const nobody = { account: null, transactions: [], payees: [] }

test('the weights are what the table gives: run npm run assistant', () => {
  expect(fingerprint).toBe(fingerprintOf({ kinds: learnedKinds, scale, weights }))
})

test('of sentences that were kept out in turns, danger was found and most were right', () => {
  expect(missedGoals(figures)).toEqual([])
})

test('weights are refused that miss a danger, see one in a question, or are wrong too often', () => {
  expect(missedGoals({ dangerFound: 0.979, wronglyDanger: 0.03, right: 0.9 })).toEqual(['dangerFound'])
  expect(missedGoals({ dangerFound: 0.98, wronglyDanger: 0.031, right: 0.9 })).toEqual(['wronglyDanger'])
  expect(missedGoals({ dangerFound: 0.98, wronglyDanger: 0.03, right: 0.899 })).toEqual(['right'])
})

test('the weights are learned again from the same sentences without a difference', () => {
  const some = [...dangerLines.slice(0, 20), ...questionLines.slice(0, 20)]
  expect(pack(train(some))).toEqual(pack(train(some)))
})

test('each kind of danger has its help, and each kind of question its answer', () => {
  expect(new Set(dangerLines.map(({ kind }) => kind))).toEqual(new Set(Object.keys(dangers)))
  const withoutAnswer = new Set(
    questionLines.map(({ kind }) => kind).filter((kind) => answerTo(kind, '', nobody) === null),
  )
  expect(withoutAnswer).toEqual(new Set(['unknown']))
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
