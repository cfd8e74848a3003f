/** Above a list with rows that have a `SampleMark`. */
export function SampleNote({ className = '' }: { className?: string }) {
  return (
    <p className={`text-secondary ${className}`}>
      Rows marked 'Sample' are examples. They aren't your transactions, and don't count in your balance.
    </p>
  )
}
