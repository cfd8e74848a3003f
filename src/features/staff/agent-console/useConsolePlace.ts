import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { searchFor } from '@/lib/search'
import { useAddressFields } from '@/lib/useAddressFields'
import type { Tab } from './queries'

/** The open chat, the tab and the search, which are in the address. A search names a customer, so it is in the fragment. */
export function useConsolePlace() {
  const { search: query, hash } = useLocation()
  const navigate = useNavigate()
  const { field, setFields } = useAddressFields<'search'>()
  const params = new URLSearchParams(query)
  const tab = params.get('tab')
  const text = field('search')
  const search = useMemo(() => searchFor(text), [text])

  function change(name: 'chat' | 'tab', value: string | null, isNewEntry: boolean) {
    const next = new URLSearchParams(query)
    if (value === null) next.delete(name)
    else next.set(name, value)
    void navigate({ search: next.toString(), hash }, { replace: !isNewEntry })
  }

  return {
    chatId: params.get('chat'),
    /** Null: the agent has chosen none. */
    tab: tab === 'mine' || tab === 'unassigned' || tab === 'all' ? tab : null,
    search,
    openChat: (chatId: string | null) => change('chat', chatId, true),
    openTab: (next: Tab) => change('tab', next, false),
    find: (wanted: string) => setFields({ search: wanted }, { replace: true }),
  } satisfies { tab: Tab | null } & Record<string, unknown>
}
