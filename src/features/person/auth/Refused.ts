import { messageOf, WordedError } from '@/lib/errors'
import { toast, type ToastWords } from '@/lib/toast'

/** A refusal with the specified words. */
export class Refused extends WordedError {
  override name = 'Refused'
  readonly words: ToastWords & { text: string }
  /** Of a wrong PIN: a user has signed in on this browser before, who may be another one. */
  readonly isKnownBrowser: boolean

  constructor(words: ToastWords & { text: string }, isKnownBrowser = false) {
    super(words.text)
    this.words = words
    this.isKnownBrowser = isKnownBrowser
  }
}

/** The forms for visitors have no mutation cache to show their failures: React Query is not loaded for them. */
export function toastFailure(error: unknown) {
  toast.error(error instanceof Refused ? error.words : { title: 'Error', text: messageOf(error) })
}
