import { brand } from '@/brand'

/** A spinner with its text; `full` fills the screen, as at start-up. */
export function Loading({ text = 'Loading...', full = false }: { text?: string; full?: boolean }) {
  const spinner = (
    <div
      role="status"
      className={`flex flex-col items-center justify-center gap-3 text-muted ${full ? 'min-h-dvh' : 'flex-1 py-16'}`}
    >
      <span aria-hidden className="size-8 animate-spin rounded-full border-3 border-line border-t-brand" />
      <span>{text}</span>
    </div>
  )
  if (!full) return spinner
  return (
    <main>
      <h1 className="sr-only">{brand.name}</h1>
      {spinner}
    </main>
  )
}
