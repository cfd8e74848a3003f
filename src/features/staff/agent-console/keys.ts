import type { ActionKey } from '@/lib/actionKeys'

/** What a key of the agent console does. */
type ConsoleAction = 'acceptNext' | 'nextUnread' | 'nextChat' | 'previousChat' | 'note' | 'sendAndEnd' | 'close'

/** The keys of the agent console. */
export const consoleKeys: readonly ActionKey<ConsoleAction>[] = [
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
