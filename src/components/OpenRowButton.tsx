import { formatDenseSecond } from '@/lib/dates'

type OpenRowButtonProps = { at: string; label: (time: string) => string; onOpen: (button: HTMLElement) => void }

/** The moment at the start of a staff row. It opens the row's pane, as a click anywhere on the row does. */
export function OpenRowButton({ at, label, onOpen }: OpenRowButtonProps) {
  const time = formatDenseSecond(at)
  return (
    <button
      type="button"
      aria-label={label(time)}
      data-opens
      onClick={({ currentTarget }) => onOpen(currentTarget)}
      className="min-h-11 text-left text-name text-brand tabular-nums underline lg:min-h-8 lg:text-small lg:whitespace-nowrap"
    >
      <time dateTime={at}>{time}</time>
    </button>
  )
}
