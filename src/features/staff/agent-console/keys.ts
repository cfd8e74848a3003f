/** What a key of the agent console does. */
export type ConsoleAction = 'acceptNext' | 'nextUnread' | 'nextChat' | 'previousChat' | 'note' | 'sendAndEnd' | 'close'

type ConsoleKey = {
  action: ConsoleAction
  /** As a list of keys shows it. */
  keys: readonly string[]
  does: string
  /** `KeyboardEvent.code`, which does not change with the layout or with Alt. */
  code: string
  modifier: 'alt' | 'ctrlOrCmd' | null
}

/** The keys of the agent console: the handler reads them here, and so does the list that '?' opens. */
export const consoleKeys: readonly ConsoleKey[] = [
  {
    action: 'acceptNext',
    keys: ['Alt', 'A'],
    does: 'Accept the customer who has waited longest',
    code: 'KeyA',
    modifier: 'alt',
  },
  {
    action: 'nextUnread',
    keys: ['Alt', 'U'],
    does: 'Open the next unread chat: your own first, then those that wait',
    code: 'KeyU',
    modifier: 'alt',
  },
  { action: 'nextChat', keys: ['Alt', '↓'], does: 'Open the next chat', code: 'ArrowDown', modifier: 'alt' },
  { action: 'previousChat', keys: ['Alt', '↑'], does: 'Open the previous chat', code: 'ArrowUp', modifier: 'alt' },
  { action: 'note', keys: ['Alt', 'N'], does: 'Switch between reply and internal note', code: 'KeyN', modifier: 'alt' },
  {
    action: 'sendAndEnd',
    keys: ['Ctrl', 'Enter'],
    does: 'Send the message and end the chat',
    code: 'Enter',
    modifier: 'ctrlOrCmd',
  },
  { action: 'close', keys: ['Esc'], does: 'Leave the chat', code: 'Escape', modifier: null },
]

type Pressed = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** What this key does in the console. Null: nothing. */
export function consoleActionOf({ code, altKey, ctrlKey, metaKey, shiftKey }: Pressed): ConsoleAction | null {
  if (shiftKey) return null
  const isCtrlOrCmd = ctrlKey || metaKey
  const modifier = altKey && !isCtrlOrCmd ? 'alt' : isCtrlOrCmd && !altKey ? 'ctrlOrCmd' : null
  if (modifier === null && (altKey || isCtrlOrCmd)) return null
  return consoleKeys.find((key) => key.code === code && key.modifier === modifier)?.action ?? null
}
