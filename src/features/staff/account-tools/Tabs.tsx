import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '@/lib/cn'

type Tab = { name: string; content: ReactNode }

/** Tabs. The arrow keys, Home and End select one. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)

  const handleKeyDown = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const places: Record<string, number> = {
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      ArrowRight: chosen === last ? 0 : chosen + 1,
      Home: 0,
      End: last,
    }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    setChosen(place)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 rounded border border-control bg-sunken p-1"
      >
        {tabs.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${place}`}
            aria-selected={place === chosen}
            aria-controls={place === chosen ? `${id}-panel` : undefined}
            tabIndex={place === chosen ? 0 : -1}
            onClick={() => setChosen(place)}
            onKeyDown={handleKeyDown}
            className={cn(
              'min-h-11 min-w-0 flex-1 rounded-sm px-2 text-name wrap-anywhere transition-colors',
              place === chosen ? 'bg-card text-brand shadow-card ring-1 ring-brand' : 'text-muted hover:bg-brand-soft',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <div key={chosen} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`} className="pt-4">
        {tabs[chosen]?.content}
      </div>
    </>
  )
}
