import { isDanger, type Danger } from './dangers.ts'
import { featuresOf } from './features.ts'
import * as learned from './weights.ts'

/** From this probability on, a text is about a danger: unsure is danger. */
const danger = 0.3
/** The same of one sentence in a longer text, which has less to go by. */
const dangerOfPart = 0.6
/** The same where the assistant does not know what else the text could be about. */
const dangerIfUnsure = 0.25
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
    const found =
      dangerIn(whole, probability < sure ? dangerIfUnsure : danger) ??
      sentencesOf(text).reduce<Danger | null>(
        (known, sentence) => known ?? dangerIn(probabilitiesOf(sentence), dangerOfPart),
        null,
      )
    return { danger: found, question: found === null && probability >= sure && kind !== 'unknown' ? kind : null }
  }
}

/** The sentences of a text that has several. */
function sentencesOf(text: string): string[] {
  const sentences = text.split(/[.!?;\n]+/).filter((sentence) => sentence.trim() !== '')
  return sentences.length > 1 ? sentences.slice(0, 20) : []
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
  const packed = Uint8Array.from(atob(weights), (character) => character.charCodeAt(0))
  const weightAt = (index: number) => (((packed[index >> 1] ?? 0) >> (index & 1 ? 0 : 4)) & 15) - 8
  return (text: string): [kind: string, probability: number][] => {
    const scores = kinds.map(() => 0)
    for (const [place, value] of featuresOf(text))
      for (let kind = 0; kind < kinds.length; kind += 1)
        scores[kind] = (scores[kind] ?? 0) + value * scale * weightAt(place * kinds.length + kind)
    const most = Math.max(...scores)
    const powers = scores.map((score) => Math.exp(score - most))
    const sum = powers.reduce((total, power) => total + power, 0)
    return kinds.map((kind, index) => [kind, (powers[index] ?? 0) / sum])
  }
}
