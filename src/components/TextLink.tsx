import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type TextLinkProps = {
  to: string
  /** A click anywhere on the row opens it. */
  opensRow?: boolean
  children: ReactNode
}

/** A link from one record to another in the back office. */
export function TextLink({ to, opensRow, children }: TextLinkProps) {
  return (
    <Link to={to} data-opens={opensRow} className="text-name text-brand underline">
      {children}
    </Link>
  )
}
