import type { ReactNode } from 'react'
import { factLook, factsLook } from '@/components/Facts'
import { TextLink } from '@/components/TextLink'
import { cn } from '@/lib/cn'
import { formatDenseDateTime } from '@/lib/dates'

/** `to`: the record itself, where the row leads. `action`: a button that changes it. */
type RowsProps = {
  none: string
  rows: { key: string; to?: string; text: ReactNode; note: ReactNode; action?: ReactNode }[]
}

export function Rows({ none, rows }: RowsProps) {
  if (rows.length === 0) return <None>{none}</None>
  return (
    <ul className={factsLook}>
      {rows.map(({ key, to, text, note, action }) => (
        <li key={key} className={cn(factLook, 'has-data-opens:cursor-pointer has-data-opens:hover:bg-page')}>
          <span className="wrap-anywhere">
            {to === undefined ? (
              text
            ) : (
              <TextLink to={to} opensRow>
                {text}
              </TextLink>
            )}
          </span>
          <span className="flex flex-wrap items-center gap-x-3 text-muted tabular-nums">
            <span>{note}</span>
            {action}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function None({ children }: { children: string }) {
  return <p className="px-4 pb-4 text-secondary">{children}</p>
}

export function When({ at }: { at: string }) {
  return <time dateTime={at}>{formatDenseDateTime(at)}</time>
}
