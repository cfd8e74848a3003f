import { useSearchParams } from 'react-router-dom'
import type { Tab } from './queries'

/** The open chat, the tab and the search, which are in the address. */
export function useConsolePlace() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab')

  function change(name: 'chat' | 'tab' | 'q', value: string | null, isNewEntry: boolean) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === null || value === '') after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: !isNewEntry },
    )
  }

  return {
    chatId: params.get('chat'),
    tab: tab === 'mine' || tab === 'unassigned' ? tab : 'all',
    search: params.get('q') ?? '',
    openChat: (chatId: string | null) => change('chat', chatId, true),
    openTab: (next: Tab) => change('tab', next === 'all' ? null : next, false),
    find: (search: string) => change('q', search, false),
  } satisfies { tab: Tab } & Record<string, unknown>
}
