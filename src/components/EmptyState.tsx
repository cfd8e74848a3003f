import type { ReactNode } from 'react'

/** An empty list: what that means, and the next step. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded border border-dashed border-control p-6 text-center">
      <p className="text-strong">{title}</p>
      <div className="mt-1 space-y-3 text-secondary">{children}</div>
    </div>
  )
}
