import type { PostalAddress } from './queries'

/** As on an envelope. */
export function addressLines(address: PostalAddress | null): string[] {
  if (address === null) return []
  const { line1, line2, town, postcode } = address
  return [line1, ...(line2 === null ? [] : [line2]), town, postcode]
}
