/** A grey stand-in of the real layout while it loads; give it the size of what will stand there. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={`animate-pulse rounded bg-line ${className}`} />
}
