import { env } from '@/lib/env'
import { paths } from '@/lib/paths'
import { ownCell, rememberCell } from './cells'
import { cellCopy } from './copy'

/** The name of this cell, and the back offices of the others. Staff sign in to each of them. */
export function CellSwitch({ className }: { className: string }) {
  const own = ownCell()
  if (own === undefined) return null
  return (
    // In a row of its own: the one below is full of the tools at 1280 pixels, and would hide Sign Out on a phone.
    <nav aria-label={cellCopy.staff} className="flex flex-wrap items-center border-b border-line bg-card px-1 lg:px-3">
      <span className="px-3 text-sm font-semibold whitespace-nowrap">{own.name}</span>
      {env.cells
        .filter(({ url }) => url !== own.url)
        .map(({ name, url }) => (
          // Staff have a PIN in each cell: the sign-in page there must not lead them back.
          <a key={url} href={url + paths.admin} className={className} onClick={() => rememberCell(url)}>
            {name}
          </a>
        ))}
    </nav>
  )
}
