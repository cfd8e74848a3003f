import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { LetterButton } from '@/features/care/cases/LetterButton'
import { closingQueries } from '@/features/care/closing/queries'
import { suspensionCopy as copy } from '@/features/care/suspension/copy'
import { formatDate } from '@/lib/dates'

/** The letters to a suspended customer. */
export function SuspendedLetters({ userId }: { userId: string }) {
  const letters = useQuery(closingQueries.letters(userId))
  return (
    <Loaded query={letters} what="your letters" skeleton={<Skeleton className="h-60" />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title={copy.noLetters.title}>
            <p>{copy.noLetters.text}</p>
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {list.map(({ id, created_at: at, letter }) => (
              <li key={id} className="py-3">
                <p className="text-name">{letter.title}</p>
                <p className="text-secondary">{formatDate(at)}</p>
                <LetterButton id={id} letter={letter} isNamed />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
