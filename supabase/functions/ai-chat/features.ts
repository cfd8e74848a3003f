import { conceptsOf, wordsOf } from './concepts.ts'

/** How many weights each kind has. Two features may share one. */
export const placeCount = 4096

const values = { word: 0.9, pair: 0.5, sound: 0.6, part: 0.15, concept: 1.8, concepts: 1 }

/** Much as the word is spoken, so that a misspelling shares it: 'stollen' and 'stolen' are 'stln'. */
function soundOf(word: string): string {
  const spoken = word
    .replaceAll('ph', 'f')
    .replace(/[ck]+/g, 'k')
    .replaceAll('gh', '')
    .replaceAll('wh', 'w')
    .replaceAll('z', 's')
  return (
    (spoken[0] ?? '') +
    spoken
      .slice(1)
      .replace(/[aeiouyhw]/g, '')
      .replace(/(.)\1+/g, '$1')
  )
}

/** FNV-1a, as a place. */
function placeOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < feature.length; index += 1) hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193)
  hash ^= hash >>> 15
  return (hash >>> 0) % placeCount
}

/** What a text has, by place: its words, pairs of words, their sounds, parts of words and concepts. The squares sum to one. */
export function featuresOf(text: string): Map<number, number> {
  const words = wordsOf(text).slice(0, 60)
  const found = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    found.set(`w ${word}`, values.word)
    found.set(`p ${words[index - 1] ?? ''} ${word}`, values.pair)
    if (index === words.length - 1) found.set(`p ${word} `, values.pair)
    found.set(`s ${soundOf(word)}`, values.sound)
    const framed = `<${word}>`
    for (const length of [3, 4, 5])
      for (let start = 0; start + length <= framed.length; start += 1)
        found.set(framed.slice(start, start + length), values.part)
  }
  const ideas = [...conceptsOf(words)].toSorted()
  for (const [index, idea] of ideas.entries()) {
    found.set(`k ${idea}`, values.concept)
    for (const other of ideas.slice(index + 1)) found.set(`k ${idea} ${other}`, values.concepts)
  }
  if (ideas.length === 1) found.set(`k ${ideas[0]} only`, values.concepts)
  if (ideas.length === 0) found.set('k none', values.concept)
  const byPlace = new Map<number, number>()
  for (const [feature, value] of found) {
    const place = placeOf(feature)
    byPlace.set(place, (byPlace.get(place) ?? 0) + value)
  }
  let squares = 0
  for (const value of byPlace.values()) squares += value * value
  const size = Math.sqrt(squares) || 1
  for (const [place, value] of byPlace) byPlace.set(place, value / size)
  return byPlace
}
