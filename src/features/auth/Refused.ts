import type { ToastWords } from '@/lib/toast'

/** Refused, in the words of the catalogue. */
export class Refused extends Error {
  override name = 'Refused'
  readonly words: ToastWords & { text: string }

  constructor(words: ToastWords & { text: string }) {
    super(words.text)
    this.words = words
  }
}
