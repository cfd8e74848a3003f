import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { env } from '@/lib/env'
import type { Cell } from '@/lib/readCells'
import { paths } from '@/lib/paths'
import { cellStore } from '@/lib/storage'
import { cellCopy } from './copy'
import { FindBankDialog } from './FindBankDialog'

/** Asks where the visitor banks before there is a field for a PIN, so that no PIN is entered at another cell. */
export function CellChoice({ own, onStay }: { own: Cell; onStay: () => void }) {
  const [isSearching, setIsSearching] = useState(false)
  const remembered = env.cells.find(({ url }) => url === cellStore.read() && url !== own.url)
  const { title, text } = remembered ? cellCopy.other(remembered.name) : cellCopy.first
  return (
    <div className="flex flex-col gap-4 text-center">
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="text-muted">{text}</p>
      {env.cells.map(({ name, url }) =>
        url === own.url ? (
          <Button key={url} variant={remembered ? 'quiet' : 'secondary'} onClick={onStay}>
            {name}
          </Button>
        ) : (
          <a
            key={url}
            href={url + paths.auth}
            className={buttonLook(url === remembered?.url ? 'primary' : 'secondary')}
          >
            {name}
          </a>
        ),
      )}
      <Button variant="quiet" onClick={() => setIsSearching(true)}>
        {cellCopy.unsure}
      </Button>
      {isSearching && <FindBankDialog onClose={() => setIsSearching(false)} />}
    </div>
  )
}
