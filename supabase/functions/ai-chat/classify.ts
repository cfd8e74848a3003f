import { isDanger, type Danger } from './dangers.ts'
import { featuresOf } from './features.ts'
import * as learned from './weights.ts'

/** From this probability on, a text is about a danger: unsure is danger. */
const danger = 0.42
/** The same of a text that is about several things, and of one of its sentences. */
const dangerOfSentence = 0.6
/** The same of a few words of a long sentence. */
const dangerOfPart = 0.5
/** The same where the assistant does not know what else the text could be about. */
const dangerIfUnsure = 0.35
/** Below this probability, the assistant does not guess what a question is about. */
const sure = 0.3

/** Words that leave no doubt. Everything else is learned from the table. */
const certain: [Danger, RegExp][] = [
  [
    'self-harm',
    /\bsuicid|\b(?:kill|hang|harm|hurt) (?:my|him|her)self\b|\bend (?:my life|it all)\b|\bwant to die\b|\boverdos/i,
  ],
  ['impersonation', /\bsafe account\b/i],
  ['coercion', /\bblackmail|\bsextortion\b/i],
  ['debt', /\bbaill?if+s?\b/i],
]

export type Kind = { danger: Danger | null; question: string | null }

/** What was learned from the table. `weights`: in base64, two in each byte, the first in the upper half. */
export type Learned = { kinds: string[]; scale: number; weights: string }

/** Tells what a customer writes about. No question: it is not sure. */
export const classify = classifierOf(learned)

export function classifierOf(from: Learned): (text: string) => Kind {
  const probabilitiesOf = probabilitiesBy(from)
  return (text) => {
    const words = certain.find(([, pattern]) => pattern.test(text))
    if (words !== undefined) return { danger: words[0], question: null }

    const whole = probabilitiesOf(text)
    const [kind, probability] = likeliest(whole.filter(([each]) => !isDanger(each)))
    const sentences = sentencesOf(text)
    const isLong = sentences.length > 2 || wordsOf(text).length > longText
    const least = isLong ? dangerOfSentence : probability < sure ? dangerIfUnsure : danger
    let found = dangerIn(whole, least)
    for (const sentence of sentences) {
      if (sentences.length > 1) found ??= dangerIn(probabilitiesOf(sentence), dangerOfSentence)
      for (const part of partsOf(sentence)) found ??= dangerIn(probabilitiesOf(part), dangerOfPart)
    }
    return { danger: found, question: found === null && probability >= sure && kind !== 'unknown' ? kind : null }
  }
}

/** Of a text with very many sentences, its beginning and its end are read. */
const mostSentences = 60

function sentencesOf(text: string): string[] {
  const sentences = text.split(/[.!?;\n]+/).filter((sentence) => sentence.trim() !== '')
  if (sentences.length <= mostSentences) return sentences
  return [...sentences.slice(0, mostSentences / 2), ...sentences.slice(-mostSentences / 2)]
}

/** In words. Half of a part is in the next one too, so that what belongs together is in one of them. */
const partLength = 6
const longText = 20
const longSentence = 9

/** A Chinese text has no spaces. */
const wordsOf = (text: string) => text.match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? []

/** The parts of a long sentence, up to its end. Many customers write without full stops. */
function partsOf(sentence: string): string[] {
  const words = wordsOf(sentence)
  if (words.length <= longSentence) return []
  return Array.from({ length: Math.ceil(words.length / (partLength / 2)) - 1 }, (_, index) =>
    words.slice((index * partLength) / 2, ((index + 2) * partLength) / 2).join(' '),
  )
}

/** The likeliest danger, if one of all is likely enough. */
function dangerIn(probabilities: [string, number][], least: number): Danger | null {
  const found = probabilities.filter(([kind]) => isDanger(kind))
  const [kind] = likeliest(found)
  return found.reduce((sum, [, probability]) => sum + probability, 0) >= least && isDanger(kind) ? kind : null
}

function likeliest(found: [string, number][]): [string, number] {
  return found.reduce((best, each) => (each[1] > best[1] ? each : best), ['unknown', 0])
}

function probabilitiesBy({ kinds, scale, weights }: Learned) {
  const packed = atob(weights)
  const unpacked = new Float64Array(2 * packed.length)
  for (let index = 0; index < unpacked.length; index += 1)
    unpacked[index] = scale * (((packed.charCodeAt(index >> 1) >> (index & 1 ? 0 : 4)) & 15) - 8)
  return (text: string): [kind: string, probability: number][] => {
    const scores = kinds.map(() => 0)
    for (const [place, value] of featuresOf(text))
      for (let kind = 0; kind < kinds.length; kind += 1)
        scores[kind] = (scores[kind] ?? 0) + value * (unpacked[place * kinds.length + kind] ?? 0)
    const most = Math.max(...scores)
    const powers = scores.map((score) => Math.exp(score - most))
    const sum = powers.reduce((total, power) => total + power, 0)
    return kinds.map((kind, index) => [kind, (powers[index] ?? 0) / sum])
  }
}
