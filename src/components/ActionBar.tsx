import type { ReactNode } from 'react'
import { bottomBar } from './bottomBar'

/** The main action of a step, at the bottom of the screen while the rest scrolls. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      ref={bottomBar}
      className="sticky bottom-0 z-10 -mx-4 -mb-[max(1.5rem,env(safe-area-inset-bottom))] mt-auto flex flex-col gap-2 border-t border-line bg-(--surface,var(--page)) px-4 pb-[max(0.75rem,env(safe-area-inset-bottom))] pt-3 short:pb-[max(0.5rem,env(safe-area-inset-bottom))] short:pt-2"
    >
      {children}
    </div>
  )
}
