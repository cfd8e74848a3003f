import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

const columns = {
  'main first': 'lg:grid-cols-[minmax(0,1fr)_minmax(20rem,2fr)] xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]',
  /** A short main part beside a long list. It stays in view while the list scrolls. */
  halves: 'lg:grid-cols-2',
}

type ColumnsProps = { main: ReactNode; aside: ReactNode; split?: keyof typeof columns }

/** The content of a wide screen: two columns on desktops, one below the other on phones. */
export function Columns({ main, aside, split = 'main first' }: ColumnsProps) {
  return (
    <div className={cn('grid grid-cols-1 gap-6 lg:items-start lg:gap-8', columns[split])}>
      <div className="min-w-0 space-y-6">{main}</div>
      <div className="min-w-0 space-y-6">{aside}</div>
    </div>
  )
}
