import { useId, type ReactNode } from 'react'

/** A part of a customer's screen with its heading. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded bg-card p-4 shadow-card">
      <h2 id={id} className="mb-2 text-section">
        {title}
      </h2>
      {children}
    </section>
  )
}
