type BadgeProps = {
  count: number
  /** What is counted: 'unread'. */
  of: string
  /** For the `aria-describedby` of the element with the badge. */
  id: string
  /** A larger count is shown as '9+'. */
  most?: number
  className?: string
}

/** A count: hidden at zero. */
export function Badge({ count, of, id, most = 9, className = '' }: BadgeProps) {
  if (count === 0) return null
  return (
    <>
      <span id={id} hidden>
        {count} {of}
      </span>
      <span
        aria-hidden
        className={`inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1.5 text-xs font-semibold text-on-brand tabular-nums ${className}`}
      >
        {count > most ? `${most}+` : count}
      </span>
    </>
  )
}
