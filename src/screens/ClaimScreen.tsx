import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { Skeleton } from '@/components/Skeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { ClaimQuestions } from '@/features/care/cases/ClaimQuestions'
import { complaintCopy } from '@/features/care/cases/complaintCopy'
import { claimCopy } from '@/features/care/cases/copy'
import { caseQueries } from '@/features/care/cases/queries'
import { messageOf } from '@/lib/errors'
import { object, oneOf } from '@/lib/json'
import { casePath, complaintPath, paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

/** What the customer has said in 'Something wrong?'. */
const readChoice = object({ kind: oneOf('scam', 'unauthorised') })

/** Asks about a payment that the customer was tricked into, or did not make. */
export function ClaimScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const chosen = readChoice(useLocation().state)?.kind ?? null
  const claim = useQuery(caseQueries.claim(useUserId(), id))
  const refused = claim.error !== null && (
    <EmptyState title={claimCopy.cannot}>
      <p>{messageOf(claim.error)}</p>
      <Link to={complaintPath(id)} className={buttonLook('secondary')}>
        {complaintCopy.link}
      </Link>
    </EmptyState>
  )
  const hints = ['transaction-gone', 'payment-finished', 'payment-pending', 'own-account', 'claim-too-late']
  return (
    <Screen title={claimCopy.title} back={paths.transactions} width="card">
      <Loaded
        query={claim}
        what="this payment"
        skeleton={<Skeleton className="h-80" />}
        refusals={Object.fromEntries(hints.map((hint) => [hint, refused]))}
      >
        {(draft) =>
          'caseId' in draft ? (
            <Navigate to={casePath(draft.caseId)} replace />
          ) : (
            <ClaimQuestions
              transactionId={id}
              draft={draft}
              chosen={chosen}
              onSent={(caseId) => void navigate(casePath(caseId), { replace: true })}
            />
          )
        }
      </Loaded>
      <Link to={paths.chat} className={`${buttonLook('secondary')} mt-4`}>
        {claimCopy.talk}
      </Link>
    </Screen>
  )
}
