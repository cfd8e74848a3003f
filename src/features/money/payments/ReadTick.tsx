type ReadTickProps = { isRead: boolean; onChange: (isRead: boolean) => void }

/** The tick without which a warning does not let the customer pay. */
export function ReadTick({ isRead, onChange }: ReadTickProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 text-name">
      <input
        type="checkbox"
        checked={isRead}
        onChange={(event) => onChange(event.target.checked)}
        className="size-6 shrink-0 accent-brand"
      />
      I have read this
    </label>
  )
}
