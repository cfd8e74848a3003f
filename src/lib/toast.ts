/** Title and text of a toast, as specified. `duration` in ms; the library's default is 4 s. */
export type ToastWords = { title: string; text?: string; duration?: number }

let announceReady: () => void
// The library is downloaded late, and shows only toasts that arrive after its list is mounted.
const ready = new Promise<void>((resolve) => {
  announceReady = resolve
})

/** Called when the list of toasts is mounted; toasts that waited are shown now. */
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
