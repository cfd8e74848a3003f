import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { CustomerHead } from '@/features/staff/agent-console/shared'
import { LetterButton } from '@/features/care/cases/shared'
import { CaseActions } from '@/features/staff/staff-cases/CaseActions'
import { CaseEvents } from '@/features/staff/staff-cases/CaseEvents'
import { CaseFacts } from '@/features/staff/staff-cases/CaseFacts'
import { ClaimEvidence } from '@/features/staff/staff-cases/ClaimFacts'
import { staffCaseCopy as copy } from '@/features/staff/staff-cases/copy'
import { MessageTexts } from '@/features/staff/staff-cases/MessageFacts'
import { RecordRecovery } from '@/features/staff/staff-cases/RecordRecovery'
import { staffCaseQueries, type StaffCase } from '@/features/staff/staff-cases/queries'
import { wordsOf } from '@/lib/codeWords'
import { paths } from '@/lib/paths'

/** One case, with its customer beside it. */
export function AdminCaseScreen() {
  const { id = '' } = useParams()
  const query = useQuery(staffCaseQueries.one(id))
  return (
    <StaffScreen
      title={query.data === undefined ? copy.one : wordsOf(copy.kinds, query.data.kind)}
      actions={
        <Link to={paths.adminCases} className={buttonLook('secondary')}>
          {copy.all}
        </Link>
      }
    >
      <Loaded query={query} what={copy.what} skeleton={<StaffTableSkeleton />}>
        {(shown) => (
          <>
            {shown.is_waiting && <p className="rounded bg-care-soft px-4 py-3 text-care">{copy.waiting}</p>}
            {shown.decision === null && <CaseActions shown={shown} now={new Date(query.dataUpdatedAt)} />}
            <div className="flex flex-wrap gap-2 empty:hidden">
              {shown.letter !== null && <LetterButton id={shown.id} letter={shown.letter} />}
              {shown.claim !== null && shown.claim.owed > 0 && <RecordRecovery shown={shown} owed={shown.claim.owed} />}
            </div>
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
              <div className="space-y-4">
                <CaseFacts shown={shown} now={new Date(query.dataUpdatedAt)} />
                <Evidence shown={shown} />
                {shown.messages !== null && <MessageTexts texts={shown.messages.texts} />}
              </div>
              <div className="space-y-4">
                <StaffCard title={copy.customer}>
                  <div className="px-4 pb-3 text-sm">
                    {shown.customer === null ? copy.gone : <CustomerHead customer={shown.customer} />}
                  </div>
                </StaffCard>
                <CaseEvents shown={shown} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </StaffScreen>
  )
}

/** Of the payment that the case is about. */
function Evidence({ shown: { claim, payment_review: review } }: { shown: StaffCase }) {
  const evidence = (claim ?? review)?.evidence
  return evidence === undefined ? null : <ClaimEvidence evidence={evidence} />
}
