import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { wordsOf } from '@/lib/codeWords'
import { adminCasePath } from '@/lib/paths'
import { useTopicChanges } from '@/lib/realtime'
import { toast } from '@/lib/toast'
import { caseNewsQuery, staffCaseKey } from './queries'
import { newsWords } from './newsWords'
import { titleOf } from './words'

type News = { id: string; kind: string; news: string }

/** Tells this member of staff, in each open window, that they must move in a case. */
export function CaseNews() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data } = useQuery(caseNewsQuery)
  const known = useRef<ReadonlySet<string> | null>(null)
  useTopicChanges({
    topic: 'staff:cases',
    onStale: () => void client.invalidateQueries({ queryKey: staffCaseKey }),
  })
  const tell = useEffectEvent((fresh: News[]) => {
    const first = fresh.find(({ id }) => pathname !== adminCasePath(id))
    if (first === undefined) return
    toast.info({
      title: wordsOf(newsWords, first.news),
      text: titleOf(first.kind),
      action: { label: 'Open', onClick: () => void navigate(adminCasePath(first.id)) },
    })
  })
  useEffect(() => {
    if (data === undefined) return
    const before = known.current
    known.current = new Set(data.map(keyOf))
    // What was there when the window opened is in the number of the navigation.
    if (before !== null) tell(data.filter((news) => !before.has(keyOf(news))))
  }, [data])
  return null
}

const keyOf = ({ id, news }: News) => `${id} ${news}`
