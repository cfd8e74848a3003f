import type { ReactNode } from 'react'

export type Fact = [name: string, value: ReactNode]

export const factsLook = 'divide-y divide-line border-t border-line text-small'
export const factLook = 'flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-4 py-1.5'

/** Names and values, one pair in a row. False: not shown. */
export function Facts({ facts }: { facts: (Fact | false)[] }) {
  return (
    <dl className={factsLook}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className={factLook}>
              <dt className="text-secondary">{fact[0]}</dt>
              <dd className="wrap-anywhere tabular-nums">{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
