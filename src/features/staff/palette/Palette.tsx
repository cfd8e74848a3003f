import { useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { isComposing } from '@/components/isComposing'
import { Dialog } from '@/components/ui/Dialog'
import { Input } from '@/components/ui/Input'
import type { Roles } from '@/features/person/permissions/queries'
import { cn } from '@/lib/cn'
import { paletteCopy as copy } from './copy'
import { nextOption, paletteItems, type PaletteItem } from './paletteItems'
import { useRecords } from './useRecords'

type PaletteProps = { screens: PaletteItem[]; own: Roles; onClose: () => void }

/** Goes to a screen or a record, or searches for one. */
export function Palette({ onClose, ...rest }: PaletteProps) {
  return (
    <Dialog open onOpenChange={onClose} title={copy.title}>
      <Choice {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Choice({ screens, own, onClose }: PaletteProps) {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const records = useRecords(text, own)
  // Records last, so that what is found later moves no option.
  const items = [...paletteItems(text, screens, own, records.kinds), ...records.items]
  const optionId = (place: number) => `${id}option${place}`

  const choose = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    void navigate(item.to)
    onClose()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') choose(items[marked])
    else if (event.key === 'ArrowDown') setMarked(nextOption(marked, 1, items.length))
    else if (event.key === 'ArrowUp') setMarked(nextOption(marked, -1, items.length))
    else return
    event.preventDefault()
  }

  return (
    <>
      <Input
        data-first-focus
        role="combobox"
        aria-label={copy.field}
        placeholder={copy.field}
        aria-expanded={items.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? optionId(marked) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={140}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setMarked(0)
        }}
        onKeyDown={handleKeyDown}
      />
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={copy.options}
        className="mt-3 max-h-[min(27rem,60dvh)] overflow-y-auto"
      >
        {items.map((item, place) => (
          // The focus stays in the field, which names the marked option.
          <div
            key={item.to}
            id={optionId(place)}
            role="option"
            tabIndex={-1}
            aria-selected={place === marked}
            ref={place === marked ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerMove={() => setMarked(place)}
            onClick={() => choose(item)}
            onKeyDown={handleKeyDown}
            className={cn(
              'flex min-h-10 cursor-pointer items-center rounded px-3 py-1.5 wrap-anywhere',
              place === marked && 'bg-brand-soft',
            )}
          >
            <span>
              {item.label}
              {item.note !== undefined && <span className="block text-secondary">{item.note}</span>}
            </span>
          </div>
        ))}
      </div>
      <output className="block text-muted">
        {records.isSearching ? copy.searching : records.hasFailed ? copy.failed : items.length === 0 && copy.none}
      </output>
    </>
  )
}
