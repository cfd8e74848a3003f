import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** A link from one record to another in the back office. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-medium text-brand underline">
      {children}
    </Link>
  )
}
