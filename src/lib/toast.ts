import type { toast as Sonner } from 'sonner'

/** Title and text of a toast, as specified. `duration` in ms; the library's default is 4 s. */
export type ToastWords = {
  title: string
  text?: string
  duration?: number
  /** The toast is raised right before a navigation and belongs to the next screen. */
  isForNextScreen?: boolean
  action?: { label: string; onClick: () => void }
}

/** A toast for the next screen is not dismissed by the navigations, and redirects, of this time; with a specified duration, by none. */
const navigationMs = 2000

type Library = typeof Sonner

let announceReady: (library: Library) => void
// The library is downloaded late, and shows only toasts that arrive after its list is mounted.
const ready = new Promise<Library>((resolve) => {
  announceReady = resolve
})

/** The newest toast. One is shown at a time. */
let newest: { kind: 'success' | 'error' | 'info'; staysUntil: number } | null = null

/** Called when the list of toasts is mounted; the toast that waited is shown now. */
export function toastsAreReady(library: Library) {
  announceReady(library)
}

async function show(kind: 'success' | 'error' | 'info', words: ToastWords) {
  const { title, text, duration, action, isForNextScreen = false } = words
  const raised = { kind, staysUntil: isForNextScreen ? performance.now() + (duration ?? navigationMs) : 0 }
  newest = raised
  const sonner = await ready
  // The toast was replaced, or its screen was left, before the library had loaded.
  if (newest !== raised) return
  sonner.dismiss()
  sonner[kind](title, { description: text, duration, action })
}

/** Called when a screen is left, or a dialog covers it: its toast goes. */
export function dismissToast() {
  if (newest !== null && performance.now() >= newest.staysUntil) removeToast()
}

/** Called when the user closes a dialog: what went wrong in it is over. */
export function dismissError() {
  if (newest?.kind === 'error') removeToast()
}

/** Removes the toast, however long it would stay. */
export function removeToast() {
  newest = null
  void ready.then((sonner) => sonner.dismiss())
}

export const toast = {
  success: (words: ToastWords) => void show('success', words),
  error: (words: ToastWords) => void show('error', words),
  info: (words: ToastWords) => void show('info', words),
}
