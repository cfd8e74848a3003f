import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/ui/Button'
import { wordsOf } from '@/lib/codeWords'
import { paths } from '@/lib/paths'
import { needsCopy, needWords } from './copy'
import { useKeepNeeds } from './mutations'
import { needQueries } from './queries'

const labels: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.entries(needWords).map(([need, { label }]) => [need, label])),
  own_words: needsCopy.ownWords.title,
}

/** On Home, once what the customer has asked for is two years old. */
export function NeedsQuestion({ userId }: { userId: string }) {
  const { data = [] } = useQuery(needQueries.own(userId))
  const keep = useKeepNeeds()
  const navigate = useNavigate()
  const asked = data.filter(({ isAsked }) => isAsked)
  if (asked.length === 0) return null
  const { title, text, keep: keepLabel, change } = needsCopy.question
  return (
    <section aria-label={title} className="space-y-3 rounded bg-sunken p-4">
      <h2 className="text-section">{title}</h2>
      <p className="text-small">{text(asked.map(({ need }) => wordsOf(labels, need)))}</p>
      <div className="flex flex-wrap gap-3">
        <Button className="flex-1" pending={keep.isPending} onClick={() => keep.mutate()}>
          {keepLabel}
        </Button>
        <Button variant="secondary" className="flex-1" onClick={() => void navigate(`${paths.settings}#needs`)}>
          {change}
        </Button>
      </div>
    </section>
  )
}
