type BadgeProps = {
  count: number
  /** What is counted: 'unread'. */
  of: string
  /** For the `aria-describedby` of the element with the badge. */
  id: string
  /** A larger count is shown as '9+'. */
  most?: number
  /** In red. */
  isUrgent?: boolean
  className?: string
}

/** A count: hidden at zero. */
export function Badge({ count, of, id, most = 9, isUrgent = false, className = '' }: BadgeProps) {
  if (count === 0) return null
  return (
    <>
      <span id={id} hidden>
        {count} {of}
      </span>
      <span
        aria-hidden
        className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-caption text-strong tabular-nums ${isUrgent ? 'bg-danger text-on-danger' : 'bg-ink text-page'} ${className}`}
      >
        {count > most ? `${most}+` : count}
      </span>
    </>
  )
}
