import { featuresOf, placeCount } from '../../supabase/functions/ai-chat/features'
import type { Line } from './sentences'

export type Trained = { kinds: string[]; weights: Float64Array }

const rounds = 15
const rate = 0.3
const decay = 4e-4
/** A line with many forms does not outweigh the others. */
const mostForms = 6

type Example = { kind: number; features: [place: number, value: number][] }

/** Multinomial logistic regression with AdaGrad. The same lines give the same weights. */
export function train(lines: Line[]): Trained {
  const kinds = [...new Set(lines.map(({ kind }) => kind))]
  const random = generator(20261128)
  const examples: Example[] = lines.flatMap(({ kind, sentences }) =>
    shuffled(sentences, random)
      .slice(0, mostForms)
      .map((sentence) => ({ kind: kinds.indexOf(kind), features: [...featuresOf(sentence)] })),
  )
  const weights = new Float64Array(placeCount * kinds.length)
  const squares = new Float64Array(placeCount * kinds.length).fill(1e-8)
  const scores = new Float64Array(kinds.length)
  for (let round = 0; round < rounds; round += 1)
    for (const { kind, features } of shuffled(examples, random)) {
      scoreInto(scores, weights, features)
      for (let each = 0; each < kinds.length; each += 1) {
        const error = (scores[each] ?? 0) - (each === kind ? 1 : 0)
        if (Math.abs(error) < 1e-3) continue
        for (const [place, value] of features) {
          const at = place * kinds.length + each
          const gradient = error * value + decay * weights[at]!
          squares[at]! += gradient * gradient
          weights[at]! -= (rate * gradient) / Math.sqrt(squares[at]!)
        }
      }
    }
  return { kinds, weights }
}

function scoreInto(scores: Float64Array, weights: Float64Array, features: [number, number][]): void {
  scores.fill(0)
  const count = scores.length
  for (const [place, value] of features)
    for (let each = 0; each < count; each += 1) scores[each]! += value * weights[place * count + each]!
  const most = Math.max(...scores)
  let sum = 0
  for (let each = 0; each < count; each += 1) sum += scores[each] = Math.exp(scores[each]! - most)
  for (let each = 0; each < count; each += 1) scores[each]! /= sum
}

/** A small generator of random numbers with a seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1) ^ (state + Math.imul(state ^ (state >>> 7), state | 61))
    state = (state + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296
  }
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
