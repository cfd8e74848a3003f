import { useSyncExternalStore } from 'react'
import { WordedError } from './errors'

/** What waits for a passkey. `subject` is what the server's refusal names; `about` says it in words. */
type PendingApproval = { subject: string; about: string | null; finish: (isApproved: boolean) => void }

let pending: PendingApproval | null = null
const listeners = new Set<() => void>()

function setPending(next: PendingApproval | null) {
  pending = next
  for (const listener of listeners) listener()
}

/** The approval that is asked for now. ApprovalHost shows it. */
export function usePendingApproval(): PendingApproval | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending,
  )
}

/** The customer has closed the dialog. */
export class NotApproved extends WordedError {}

/** What a passkey must approve first, if that is why the server refused. */
export function subjectToApprove(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  const { hint, details }: { hint?: unknown; details?: unknown } = error
  return hint === 'passkey-needed' && typeof details === 'string' ? details : null
}

/** Resolves when a passkey has approved this. Rejects when the customer closes the dialog. */
export function askForApproval(subject: string, about: string | null = null): Promise<void> {
  pending?.finish(false)
  return new Promise((resolve, reject) => {
    setPending({
      subject,
      about,
      finish: (isApproved) => {
        setPending(null)
        if (isApproved) resolve()
        else reject(new NotApproved("You haven't approved this, so nothing has changed."))
      },
    })
  })
}

/** Sends a request, and again once a passkey has approved it if the server asks for that. */
export async function withApproval<Answer>(run: () => PromiseLike<Answer>, about?: string): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    const subject = subjectToApprove(error)
    if (subject === null) throw error
    await askForApproval(subject, about)
    return run()
  }
}
