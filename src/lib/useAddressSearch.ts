import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useMemo } from 'react'
import { searchFor, type Search } from './search'

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
