import type { ReactNode } from 'react'

/** A name and its value side by side, in a `dl` of details. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-1.5">
      <dt className="text-secondary">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
