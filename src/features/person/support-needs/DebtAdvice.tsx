import { debtAdvice, needsCopy } from './copy'

/** Links to free advice. They tell the other site nothing about where they are. */
export function DebtAdvice() {
  return (
    <div className="text-small">
      <p className="text-name">{needsCopy.advice}</p>
      <ul>
        {debtAdvice.map(({ name, url }) => (
          <li key={name}>
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center text-name text-brand underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
