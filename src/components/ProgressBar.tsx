type ProgressBarProps = {
  /** 'Repairing payments'. */
  label: string
  /** '25 of 60'. */
  text: string
  /** 0 to 1. */
  share: number
}

export function ProgressBar({ label, text, share }: ProgressBarProps) {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100)
  return (
    <div>
      <div aria-hidden className="mb-1 flex flex-wrap justify-between gap-x-4 text-small">
        <span className="text-name">{label}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-3 overflow-hidden rounded-full border border-control bg-sunken"
      >
        <div
          className="h-full origin-left bg-brand transition-transform"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
    </div>
  )
}
