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

const numbers = new Map<string, number>()

/**
 * A number for what a query asks, the same for the same content. For names, account numbers and typed text, which are in no
 * query key: developer tools, errors and a cache on the device show keys.
 */
export function numberFor(content: object): number {
  const text = JSON.stringify(content)
  const number = numbers.get(text) ?? numbers.size + 1
  numbers.set(text, number)
  return number
}

/** For a new cache: the old one belonged to another user. */
export const forgetNumbers = () => numbers.clear()

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
