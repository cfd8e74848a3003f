import { Dialog } from '@/components/ui/Dialog'
import { paletteCopy as copy } from './copy'

type KeyHelp = { keys: readonly string[]; does: string }

type KeysDialogProps = {
  /** The keys of the console, for staff who use it. */
  consoleKeys: readonly KeyHelp[]
  /** Those of the page of a case, for staff who work on cases. */
  caseKeys: readonly KeyHelp[]
  onClose: () => void
}

const everywhere: KeyHelp[] = [
  { keys: ['Ctrl', 'K'], does: copy.openPalette },
  { keys: ['?'], does: copy.openKeys },
  { keys: ['J'], does: copy.nextRow },
  { keys: ['K'], does: copy.previousRow },
  { keys: ['Enter'], does: copy.openRow },
]

/** The list of keys. */
export function KeysDialog({ consoleKeys, caseKeys, onClose }: KeysDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={copy.keysTitle}>
      <Keys title={copy.everywhere} keys={everywhere} />
      {consoleKeys.length > 0 && <Keys title={copy.console} keys={consoleKeys} />}
      {caseKeys.length > 0 && <Keys title={copy.casePage} keys={caseKeys} />}
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: readonly KeyHelp[] }) {
  return (
    <section className="mb-4">
      <h3 className="mb-2 text-label text-muted">{title}</h3>
      <dl className="space-y-2">
        {keys.map(({ keys: combination, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {combination.map((key) => (
                <kbd key={key} className="rounded bg-sunken px-2 py-1 text-small">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
