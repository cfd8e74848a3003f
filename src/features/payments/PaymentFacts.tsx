import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/** A list of names and values, the values aligned right. */
export function PaymentFacts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
