import { freezeCopy } from './copy'

/** What a freeze stops, what still works and how it is undone. */
export function FreezeFacts() {
  return (
    <dl className="space-y-3">
      {freezeCopy.facts.map(([term, text]) => (
        <div key={term}>
          <dt className="font-semibold">{term}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
