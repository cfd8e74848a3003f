/** A toast's words: title and text, as the specification lists them. `duration` in ms; the library's own is 4 s. */
export type ToastWords = { title: string; text?: string; duration?: number }

let announceReady: () => void
// The library loads after the first paint, and shows only what comes once its list is on the page.
const ready = new Promise<void>((resolve) => {
  announceReady = resolve
})

/** Called when the list of toasts is on the page; what was said until then is shown now. */
export function toastsAreReady() {
  announceReady()
}

async function show(kind: 'success' | 'error' | 'info', { title, text, duration }: ToastWords) {
  const [{ toast: sonner }] = await Promise.all([import('sonner'), ready])
  sonner[kind](title, { description: text, duration })
}

export const toast = {
  success: (words: ToastWords) => void show('success', words),
  error: (words: ToastWords) => void show('error', words),
  info: (words: ToastWords) => void show('info', words),
}
