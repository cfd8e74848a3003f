import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { RowLink } from '@/components/RowLink'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { complaintCopy } from '@/features/care/cases/complaintCopy'
import { caseCopy } from '@/features/care/cases/copy'
import { decisionWords, nameOf, promiseOf } from '@/features/care/cases/kinds'
import { caseQueries, type ListedCase } from '@/features/care/cases/queries'
import { londonDay } from '@/lib/dates'
import { casePath, paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function CasesScreen() {
  const cases = useQuery(caseQueries.list(useUserId()))
  return (
    <Screen title={caseCopy.title} back={paths.more}>
      <p className="pb-4 text-secondary">
        {caseCopy.intro} {caseCopy.demonstration}
      </p>
      <Loaded query={cases} what="your cases" skeleton={<Skeleton className="h-60" />}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <EmptyState title={caseCopy.none.title}>
                <p>{caseCopy.none.text}</p>
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
                {rows.map((row) => (
                  <li key={row.id}>
                    <RowLink to={casePath(row.id)} icon={FileText} title={nameOf(row)} note={noteOf(row)} />
                  </li>
                ))}
              </ul>
            )}
            <Link to={paths.complaint} className={`${buttonLook('secondary')} mt-4`}>
              {complaintCopy.link}
            </Link>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function noteOf({ kind, decision, due_on: dueOn, has_question: hasQuestion }: ListedCase): string {
  if (decision !== null) return decisionWords(kind, decision)
  return hasQuestion ? caseCopy.question : promiseOf(kind, dueOn, londonDay(new Date()))
}
