import { Hash, Settings, ShieldCheck, Snowflake, type LucideIcon } from 'lucide-react'
import { useCallback, useState } from 'react'
import { LoadingBar } from '@/components/LoadingBar'
import { cn } from '@/lib/cn'
import { lazyPart } from '@/lib/lazyPart'
import { cardCopy } from './copy'
import { useFreezeCard } from './mutations'
import type { Card } from './queries'

const CardSecretDialog = lazyPart(async () => (await import('./CardSecretDialog')).CardSecretDialog, <LoadingBar />)
const CardSettingsDialog = lazyPart(
  async () => (await import('./CardSettingsDialog')).CardSettingsDialog,
  <LoadingBar />,
)
const ReplaceCardDialog = lazyPart(async () => (await import('./ReplaceCardDialog')).ReplaceCardDialog, <LoadingBar />)

/** The card's actions, side by side where the width allows. */
export function CardActions({ card }: { card: Card }) {
  const [open, setOpen] = useState<'card_pin' | 'security_code' | 'settings' | 'replace' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const freeze = useFreezeCard(card.id, card.isFrozen)
  return (
    <div className="@container">
      {/* Four beside each other where their words have room, also in larger text. On desktops two by two, as high as the card. */}
      <div className="grid grid-cols-2 gap-2 @min-[20.5rem]:grid-cols-4 lg:@min-[20.5rem]:grid-cols-2">
        <Action
          icon={Snowflake}
          label={card.isFrozen ? cardCopy.unfreeze : cardCopy.freeze}
          isOn={card.isFrozen}
          isPending={freeze.isPending}
          onClick={() => freeze.mutate()}
        />
        <Action icon={Hash} label={cardCopy.viewPin} opensDialog onClick={() => setOpen('card_pin')} />
        <Action icon={ShieldCheck} label={cardCopy.code} opensDialog onClick={() => setOpen('security_code')} />
        <Action icon={Settings} label={cardCopy.settings} opensDialog onClick={() => setOpen('settings')} />
      </div>
      {(open === 'card_pin' || open === 'security_code') && <CardSecretDialog secret={open} onClose={close} />}
      {open === 'settings' && <CardSettingsDialog card={card} onReplace={() => setOpen('replace')} onClose={close} />}
      {open === 'replace' && <ReplaceCardDialog cardId={card.id} onClose={close} />}
    </div>
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
      className="flex flex-col items-center gap-2 rounded bg-card px-1 py-3 text-label shadow-card transition-colors hover:bg-brand-soft aria-disabled:opacity-60"
    >
      <span
        className={cn(
          'inline-flex size-10 items-center justify-center rounded-full',
          isOn ? 'bg-brand text-on-brand' : 'bg-brand-soft text-brand',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      {/* Two lines beside each other, one where two tiles share the width. */}
      <span className="max-lg:@min-[20.5rem]:max-w-16">{label}</span>
    </button>
  )
}
