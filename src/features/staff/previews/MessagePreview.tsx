import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { useDebounced } from '@/lib/useDebounced'
import type { Action } from './action'
import { previewCopy as copy } from './copy'
import { previewQuery, type Written } from './queries'

/** While staff type, the server is asked once they pause. */
const pauseMs = 500

/** What the customer gets if the action is sent now, as the server would write it. Null: the form is not filled in yet. */
export function MessagePreview({ action }: { action: Action | null }) {
  const wanted = JSON.stringify(action)
  const isTyping = useDebounced(wanted, pauseMs) !== wanted
  const preview = useQuery({ ...previewQuery(isTyping ? null : action), placeholderData: keepPreviousData })
  return (
    <section aria-label={copy.title} className="space-y-2 rounded border border-line bg-page p-3 text-small">
      <h3 className="text-strong">{copy.title}</h3>
      {action === null ? (
        <p className="text-secondary">{copy.unfinished}</p>
      ) : (
        <Loaded query={preview} what={copy.what} skeleton={<Skeleton className="h-16" />}>
          {({ now, approved }) =>
            isEmpty(now) && (approved === null || isEmpty(approved)) ? (
              <p className="text-secondary">{copy.nothing}</p>
            ) : (
              <>
                <Messages written={now} />
                {approved !== null && !isEmpty(approved) && (
                  <>
                    <h4 className="text-secondary">{copy.approved}</h4>
                    <Messages written={approved} />
                  </>
                )}
              </>
            )
          }
        </Loaded>
      )}
    </section>
  )
}

const isEmpty = ({ messages, lines, letters }: Written) => messages.length + lines.length + letters.length === 0

function Messages({ written: { messages, lines, letters } }: { written: Written }) {
  return (
    <>
      {messages.map(({ title, message, names }) => (
        <div key={title + message} className="wrap-anywhere">
          {names.length > 1 && <p className="text-secondary">{copy.to(names)}</p>}
          <p className="text-name">{title}</p>
          <p>{message}</p>
        </div>
      ))}
      {lines.map((line) => (
        <p key={line}>{copy.line(line)}</p>
      ))}
      {letters.map((letter) => (
        <article
          key={letter.title}
          aria-label={`${copy.letter}: ${letter.title}`}
          className="space-y-2 rounded bg-card p-3"
        >
          <p className="text-name">{letter.title}</p>
          {letter.before.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 wrap-anywhere">
            {letter.facts.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {letter.after.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </article>
      ))}
    </>
  )
}
