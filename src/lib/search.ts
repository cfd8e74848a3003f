/** A search. Its text may be an email address or a PIN, so query keys contain only its number. */
export type Search = { number: number; text: string }

export const noSearch: Search = { number: 0, text: '' }

let lastNumber = 0

/** A new search, also for the same text as before. */
export function searchFor(text: string): Search {
  const wanted = text.trim()
  return wanted === '' ? noSearch : { number: (lastNumber += 1), text: wanted }
}
