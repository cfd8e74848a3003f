import { toast as sonner } from 'sonner'

/** A toast's words: title and text, as the specification lists them. `duration` in ms; the library's own is 4 s. */
export type ToastWords = { title: string; text?: string; duration?: number }

export const toast = {
  success: ({ title, text, duration }: ToastWords) => sonner.success(title, { description: text, duration }),
  error: ({ title, text, duration }: ToastWords) => sonner.error(title, { description: text, duration }),
  info: ({ title, text, duration }: ToastWords) => sonner(title, { description: text, duration }),
}
