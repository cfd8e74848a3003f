import { useQuery } from '@tanstack/react-query'
import { useUserId } from '@/lib/session'
import { profileQueries, type PostalAddress } from './queries'

/** Whether the bank has turned this part off, by the name of its setting. False until the profile is read. */
export function useIsTurnedOff(part: string): boolean {
  return useQuery(profileQueries.own(useUserId())).data?.turnedOff.includes(part) ?? false
}

/** As on an envelope. */
export function addressLines(address: PostalAddress | null): string[] {
  if (address === null) return []
  const { line1, line2, town, postcode } = address
  return [line1, ...(line2 === null ? [] : [line2]), town, postcode]
}
