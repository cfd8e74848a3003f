import type { ReactNode } from 'react'

export type Fact = [name: string, value: ReactNode]

export const factsLook = 'divide-y divide-line border-t border-line text-sm'
export const factLook = 'flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-4 py-1.5'

/** Names and values, one pair in a row. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={factsLook}>
      {facts.map(([name, value]) => (
        <div key={name} className={factLook}>
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
