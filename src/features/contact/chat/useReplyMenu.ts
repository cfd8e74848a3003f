import { useId, useState, type KeyboardEvent } from 'react'
import { isComposing } from '@/components/isComposing'

/** A text that '/' and its shortcut insert. */
export type QuickText = { id: string; shortcut: string; text: string }

const none: QuickText[] = []

/** The saved replies that match a text which starts with '/', and the one that Enter inserts. */
export function useReplyMenu(text: string, replies: QuickText[] = none, onChoose: (reply: QuickText) => void) {
  const listId = useId()
  const [chosen, setChosen] = useState({ text: '', index: 0 })
  const [dismissed, setDismissed] = useState<string | null>(null)
  const wanted = /^\/([a-z0-9-]*)$/i.exec(text)?.[1]?.toLowerCase()
  const matches =
    wanted === undefined || dismissed === text ? none : replies.filter(({ shortcut }) => shortcut.startsWith(wanted))
  // A changed text starts again at the first reply.
  const index = chosen.text === text ? Math.min(chosen.index, matches.length - 1) : 0

  /** Whether the key was for the menu. */
  function handleKey(event: KeyboardEvent): boolean {
    const active = matches[index]
    if (active === undefined || isComposing(event)) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : matches.length - 1
      setChosen({ text, index: (index + step) % matches.length })
    } else if (event.key === 'Enter' || event.key === 'Tab') onChoose(active)
    else if (event.key === 'Escape') setDismissed(text)
    else return false
    event.preventDefault()
    // Escape in the console closes the chat.
    event.stopPropagation()
    return true
  }

  return { matches, index, listId, optionId: (nth: number) => `${listId}-${nth}`, handleKey }
}
