import { useQuery } from '@tanstack/react-query'
import { wordsOf } from '@/lib/codeWords'
import { messageOf } from '@/lib/errors'
import { effectWords } from './effectCopy'
import { needQueries } from './queries'
import { needsRowCopy } from './rowCopy'

/** Above a customer's name: what staff do, and the customer's own words. Empty for most customers. */
export function SupportEffects({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(needQueries.effects(userId))
  if (data === undefined)
    return (
      error !== null && (
        <p role="alert" className="text-small text-danger">
          {needsRowCopy.title}: {messageOf(error)}{' '}
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )
    )
  const { effects, ownWords } = data
  if (effects.length === 0 && ownWords === null) return null
  return (
    <section aria-label={needsRowCopy.title} className="space-y-1 pb-1 text-small">
      {effects.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {effects.map((effect) => (
            <li key={effect} className="rounded-sm bg-care-soft px-2 py-0.5 text-strong text-care">
              {wordsOf(effectWords, effect)}
            </li>
          ))}
        </ul>
      )}
      {ownWords !== null && (
        <blockquote className="rounded bg-care-soft p-2 wrap-anywhere whitespace-pre-wrap">{ownWords}</blockquote>
      )}
    </section>
  )
}
