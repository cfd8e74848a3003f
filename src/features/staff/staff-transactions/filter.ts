import { penceToWire } from '@/lib/money'

/** `least` and `most` in pence, null: no limit; days as 'YYYY-MM-DD'; '' does not filter. */
export type Filter = {
  /** An id, an amount, an account number, an address, or words: the server understands it. */
  search: string
  least: number | null
  most: number | null
  from: string
  until: string
  status: string
}

/** Query keys contain the number instead of the filter, which holds personal data. */
export type Search = { number: number; filter: Filter }

export const noFilter: Filter = { search: '', least: null, most: null, from: '', until: '', status: '' }

let lastSearch = 0

export function newSearch(filter: Filter): Search {
  lastSearch += 1
  return { number: lastSearch, filter }
}

export function isNarrowed(filter: Filter): boolean {
  return Object.keys(filterArguments(filter)).length > 0
}

/** The filter as arguments of the SQL functions. */
export function filterArguments({ search, least, most, from, until, status }: Filter) {
  return {
    ...(search !== '' && { p_search: search }),
    ...(least !== null && { p_min: penceToWire(least) }),
    ...(most !== null && { p_max: penceToWire(most) }),
    ...(from !== '' && { p_from: from }),
    ...(until !== '' && { p_until: until }),
    ...(status !== '' && { p_status: status }),
  }
}
