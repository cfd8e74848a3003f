import { Hash, Settings, Snowflake, type LucideIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { LoadingBar } from '@/components/LoadingBar'
import { lazyPart } from '@/lib/lazyPart'
import { cn } from '@/lib/cn'
import { cardCopy } from './copy'
import { useFreezeCard } from './mutations'
import type { Card } from './queries'

const ViewPinDialog = lazyPart(async () => (await import('./ViewPinDialog')).ViewPinDialog, <LoadingBar />)
const CardSettingsDialog = lazyPart(
  async () => (await import('./CardSettingsDialog')).CardSettingsDialog,
  <LoadingBar />,
)
const ReplaceCardDialog = lazyPart(async () => (await import('./ReplaceCardDialog')).ReplaceCardDialog, <LoadingBar />)

/** The card's actions, side by side where the width allows. */
export function CardActions({ card }: { card: Card }) {
  const [open, setOpen] = useState<'pin' | 'settings' | 'replace' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const freeze = useFreezeCard(card.id, card.isFrozen)
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-3">
        <Action
          icon={Snowflake}
          label={card.isFrozen ? cardCopy.unfreeze : cardCopy.freeze}
          isOn={card.isFrozen}
          isPending={freeze.isPending}
          onClick={() => freeze.mutate()}
        />
        <Action icon={Hash} label={cardCopy.viewPin} opensDialog onClick={() => setOpen('pin')} />
        <Action icon={Settings} label={cardCopy.settings} opensDialog onClick={() => setOpen('settings')} />
      </div>
      {open === 'pin' && <ViewPinDialog onClose={close} />}
      {open === 'settings' && <CardSettingsDialog card={card} onReplace={() => setOpen('replace')} onClose={close} />}
      {open === 'replace' && <ReplaceCardDialog cardId={card.id} onClose={close} />}
    </>
  )
}

type ActionProps = {
  icon: LucideIcon
  label: string
  isOn?: boolean
  isPending?: boolean
  opensDialog?: boolean
  onClick: () => void
}

function Action({ icon: Icon, label, isOn = false, isPending = false, opensDialog = false, onClick }: ActionProps) {
  return (
    <button
      type="button"
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : onClick}
      className="flex flex-col items-center gap-2 rounded bg-card px-1 py-3 text-sm font-medium shadow-card transition-colors hover:bg-brand-soft aria-disabled:opacity-60"
    >
      <span
        className={cn(
          'inline-flex size-10 items-center justify-center rounded-full',
          isOn ? 'bg-brand text-on-brand' : 'bg-brand-soft text-brand',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      {label}
    </button>
  )
}
