/** What somebody looks for. It may be an e-mail address or a PIN, so query keys carry its number and never its text. */
export type Search = { number: number; text: string }

export const noSearch: Search = { number: 0, text: '' }

let lastNumber = 0

/** A new search, also for a text that was looked for before. */
export function searchFor(text: string): Search {
  const wanted = text.trim()
  return wanted === '' ? noSearch : { number: (lastNumber += 1), text: wanted }
}
