import type { ReactNode } from 'react'

/** The content of a wide screen: two columns on desktops, one below the other on phones. */
export function Columns({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,2fr)] lg:items-start lg:gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <div className="min-w-0 space-y-6">{main}</div>
      <div className="min-w-0 space-y-6">{aside}</div>
    </div>
  )
}
