import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'

/** A search. Its text may be an email address or a PIN, so query keys contain only its number. */
export type Search = { number: number; text: string }

export const noSearch: Search = { number: 0, text: '' }

let lastNumber = 0

/** A new search, also for the same text as before. */
export function searchFor(text: string): Search {
  const wanted = text.trim()
  return wanted === '' ? noSearch : { number: (lastNumber += 1), text: wanted }
}

/**
 * The search of a list, whose text the address holds. `onFind` changes the address. The same search again asks for the rows
 * again.
 */
export function useAddressSearch(text: string, queryKey: QueryKey, onFind: (text: string) => void) {
  const client = useQueryClient()
  const search = useMemo(() => searchFor(text), [text])
  function find(wanted: Search) {
    onFind(wanted.text)
    if (wanted.text === text) void client.invalidateQueries({ queryKey })
  }
  return { search, find }
}
