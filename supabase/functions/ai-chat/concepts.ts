import { lexicon } from './lexicon.ts'

/** Apostrophes, accents and case do not matter, and a letter that is typed three times counts twice. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’‘`´]/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replace(/(\p{L})\1{2,}/gu, '$1$1')
    .replace(/£?\d[\d,.]{2,}/g, ' 0 ')
  return plain.match(/\p{Script=Han}|[\p{L}\d]+|\p{Extended_Pictographic}/gu) ?? []
}

const concepts = new Map<string, Set<string>>()
const beginnings = new Map<string, Set<string>>()
const nearly = new Map<string, Set<string>>()
const add = (to: Map<string, Set<string>>, key: string, concept: string) => {
  const known = to.get(key)
  if (known === undefined) to.set(key, new Set([concept]))
  else known.add(concept)
}
for (const line of lexicon.trim().split('\n')) {
  const [concept = '', words = ''] = line.split(': ')
  for (const entry of words.split(' ')) {
    const key = wordsOf(entry.replaceAll('_', ' ')).join(' ')
    if (entry.endsWith('*')) add(beginnings, key, concept)
    else add(concepts, key, concept)
    if (!key.includes(' ') && key.length >= 5) for (const each of shortened(key)) add(nearly, each, concept)
  }
}
const longestKey = Math.max(...[...concepts.keys(), ...beginnings.keys()].map((key) => key.split(' ').length))

function shortened(word: string): string[] {
  return [word, ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))]
}

/** The ideas of the lexicon that words have. */
export function conceptsOf(words: string[]): Set<string> {
  const found = new Set<string>()
  const take = (from: Set<string> | undefined) => {
    from?.forEach((concept) => found.add(concept))
    return from !== undefined
  }
  /** The longest beginning of the last word that is known. */
  const takeBeginning = (before: string, word: string) => {
    for (let length = word.length; length >= 2; length -= 1)
      if (take(beginnings.get(before + word.slice(0, length)))) return true
    return false
  }
  for (const [index, word] of words.entries()) {
    for (let length = 2; length <= longestKey && index + length <= words.length; length += 1) {
      const phrase = words.slice(index, index + length)
      take(concepts.get(phrase.join(' ')))
      takeBeginning(`${phrase.slice(0, -1).join(' ')} `, phrase.at(-1) ?? '')
    }
    const isKnown = take(concepts.get(word)) || takeBeginning('', word)
    if (!isKnown && word.length >= 5) for (const each of shortened(word)) take(nearly.get(each))
  }
  return found
}
