import type { ActionKey } from '@/lib/actionKeys'

type CaseAction = 'take' | 'next' | 'close'

/** The keys of the page of a case, which are those of the agent console where they do the same. */
export const caseKeys: readonly ActionKey<CaseAction>[] = [
  { action: 'take', keys: ['Alt', 'A'], does: 'Take the case', code: 'KeyA', modifier: 'alt' },
  {
    action: 'next',
    keys: ['Alt', 'U'],
    does: 'Open the next case: your own first, then those that nobody has',
    code: 'KeyU',
    modifier: 'alt',
  },
  { action: 'close', keys: ['Esc'], does: 'Go back to the list of cases', code: 'Escape', modifier: null },
]
