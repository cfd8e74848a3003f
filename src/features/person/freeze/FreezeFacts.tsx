import { ChevronDown } from 'lucide-react'
import { freezeCopy } from './copy'

/** What a freeze does in one sentence, for somebody in a hurry. 'More' says what still works and how it is undone. */
export function FreezeFacts() {
  return (
    <div>
      <p>{freezeCopy.short}</p>
      <details className="group">
        <summary className="inline-flex min-h-11 list-none items-center gap-1.5 text-strong text-brand [&::-webkit-details-marker]:hidden">
          {freezeCopy.more}
          <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
        </summary>
        <dl className="space-y-3 pt-1">
          {freezeCopy.facts.map(([term, text]) => (
            <div key={term}>
              <dt className="text-strong">{term}</dt>
              <dd className="text-secondary">{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
