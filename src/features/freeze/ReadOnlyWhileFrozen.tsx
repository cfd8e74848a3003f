import type { ReactNode } from 'react'
import { freezeCopy } from './copy'

type ReadOnlyWhileFrozenProps = { isFrozen: boolean; children: ReactNode }

/** Settings that the server refuses to change while the account is frozen: shown, and why they can't be changed. */
export function ReadOnlyWhileFrozen({ isFrozen, children }: ReadOnlyWhileFrozenProps) {
  if (!isFrozen) return children
  return (
    <fieldset disabled className="min-w-0 space-y-6">
      <p className="rounded bg-brand-soft p-3 text-sm">{freezeCopy.readOnly}</p>
      {children}
    </fieldset>
  )
}
