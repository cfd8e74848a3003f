/** A grey placeholder while content loads; give it the size of the content. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={`animate-pulse rounded bg-line ${className}`} />
}
