import { Hash, Settings, Snowflake } from 'lucide-react'
import { useState } from 'react'
import type { NotYetWords } from '@/components/NotYetDialog'
import { NotYetDialog } from '@/components/NotYetDialog'
import { cardCopy } from './copy'

const actions = [
  { icon: Snowflake, words: cardCopy.notYet.freeze },
  { icon: Hash, words: cardCopy.notYet.viewPin },
  { icon: Settings, words: cardCopy.notYet.settings },
]

/** The card's actions, side by side where the width allows. */
export function CardActions() {
  const [notYet, setNotYet] = useState<NotYetWords | null>(null)
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-3">
        {actions.map(({ icon: Icon, words }) => (
          <button
            key={words.title}
            type="button"
            aria-haspopup="dialog"
            onClick={() => setNotYet(words)}
            className="flex flex-col items-center gap-2 rounded bg-card px-1 py-3 text-sm font-medium shadow-card transition-colors hover:bg-brand-soft"
          >
            <span className="inline-flex size-10 items-center justify-center rounded-full bg-brand-soft text-brand">
              <Icon aria-hidden className="size-5" />
            </span>
            {words.title}
          </button>
        ))}
      </div>
      {notYet !== null && <NotYetDialog {...notYet} onClose={() => setNotYet(null)} />}
    </>
  )
}
