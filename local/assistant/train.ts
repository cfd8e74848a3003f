import { featuresOf, placeCount } from '../../supabase/functions/ai-chat/features'
import type { Line } from './sentences'

export type Trained = { kinds: string[]; weights: Float64Array }

const rounds = 15
const rate = 0.3
const decay = 4e-4
/** A line with many forms does not outweigh the others. */
const mostForms = 6

/** A sentence: at each of `starts` the weights of a feature begin, one for each kind. Typed arrays halve the time. */
type Example = { kind: number; starts: Int32Array; values: Float64Array }

/** Multinomial logistic regression with AdaGrad. The same lines give the same weights. */
export function train(lines: Line[]): Trained {
  const kinds = [...new Set(lines.map(({ kind }) => kind))]
  const count = kinds.length
  const random = generator(20261128)
  const examples: Example[] = lines.flatMap(({ kind, sentences }) =>
    shuffled(sentences, random)
      .slice(0, mostForms)
      .map((sentence) => {
        const features = featuresOf(sentence)
        return {
          kind: kinds.indexOf(kind),
          starts: Int32Array.from(features.keys(), (place) => place * count),
          values: Float64Array.from(features.values()),
        }
      }),
  )
  const weights = new Float64Array(placeCount * count)
  const squares = new Float64Array(placeCount * count).fill(1e-8)
  const errors = new Float64Array(count)
  const wrong = new Int32Array(count)
  for (let round = 0; round < rounds; round += 1)
    for (const { kind, starts, values } of shuffled(examples, random)) {
      scoreInto(errors, weights, starts, values)
      errors[kind]! -= 1
      let wrongs = 0
      for (let each = 0; each < count; each += 1) if (Math.abs(errors[each]!) >= 1e-3) wrong[wrongs++] = each
      for (let feature = 0; feature < starts.length; feature += 1) {
        const start = starts[feature]!
        const value = values[feature]!
        for (let index = 0; index < wrongs; index += 1) {
          const each = wrong[index]!
          const at = start + each
          const gradient = errors[each]! * value + decay * weights[at]!
          const square = (squares[at]! += gradient * gradient)
          weights[at]! -= (rate * gradient) / Math.sqrt(square)
        }
      }
    }
  return { kinds, weights }
}

function scoreInto(scores: Float64Array, weights: Float64Array, starts: Int32Array, values: Float64Array): void {
  scores.fill(0)
  const count = scores.length
  for (let feature = 0; feature < starts.length; feature += 1) {
    const start = starts[feature]!
    const value = values[feature]!
    for (let each = 0; each < count; each += 1) scores[each]! += value * weights[start + each]!
  }
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
