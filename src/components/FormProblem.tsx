import type { ReactNode } from 'react'
import type { ToastWords } from '@/lib/toast'

/** The form's error in place: a toast disappears after four seconds. */
export function FormProblem({ words, children }: { words: ToastWords | null; children?: ReactNode }) {
  return (
    <div role="alert">
      {words !== null && (
        <div className="rounded border-l-4 border-danger bg-danger-soft p-4">
          <p className="text-strong">{words.title}</p>
          {words.text !== undefined && <p className="mt-0.5 text-small">{words.text}</p>}
          {children}
        </div>
      )}
    </div>
  )
}
