import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { formatDenseDateTime } from '@/lib/dates'
import { adminTransactionPath } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { approvalsCopy as copy, changeOf } from './copy'
import type { Approval } from './queries'

type ApprovalRowProps = {
  approval: Approval
  focusFallback: RefObject<HTMLElement | null>
  onAct: (action: 'approve' | 'refuse') => void
}

export function ApprovalRow({ approval, focusFallback, onAct }: ApprovalRowProps) {
  useFocusFallback(focusFallback)
  const { kind, userName, userEmail, createdAt, askedByName, problem } = approval
  const { before, after } = changeOf(approval)
  return (
    <StaffRow>
      <StaffRowHead>
        <span className="flex flex-wrap items-center gap-x-2">
          {approval.transactionId === null ? (
            <span className="font-semibold">{copy.kinds[kind] ?? kind}</span>
          ) : (
            <Link to={adminTransactionPath(approval.transactionId)} className="font-semibold text-brand underline">
              {copy.kinds[kind] ?? kind}
            </Link>
          )}
          <span>{userEmail === null ? copy.gone : (userName ?? copy.unnamed)}</span>
          {userEmail !== null && <span className="text-sm text-muted">{userEmail}</span>}
          {problem !== null && (
            <Tag tone="care">{problem === 'not-independent' ? 'Not independent' : 'Out of date'}</Tag>
          )}
        </span>
        {problem !== null && <span className="block text-sm text-care">{copy.problems[problem]}</span>}
        <span className="block text-sm text-muted">
          Asked by {askedByName ?? copy.gone}, <time dateTime={createdAt}>{formatDenseDateTime(createdAt)}</time>
        </span>
      </StaffRowHead>
      <StaffCell label="Before" isFigure>
        {before}
      </StaffCell>
      <StaffCell label="After" className="font-semibold tabular-nums lg:whitespace-nowrap">
        {after}
      </StaffCell>
      <StaffCell label="Reason">
        <span>{approval.reason}</span>
      </StaffCell>
      <StaffCell label={approval.state === 'waiting' ? undefined : 'Decision'}>
        {approval.state === 'waiting' ? (
          <Actions approval={approval} onAct={onAct} />
        ) : (
          <Decision approval={approval} />
        )}
      </StaffCell>
    </StaffRow>
  )
}

function Actions({ approval, onAct }: Pick<ApprovalRowProps, 'approval' | 'onAct'>) {
  const isOwn = useUserId() === approval.askedBy
  const what = `${copy.kinds[approval.kind] ?? approval.kind} of ${approval.userName ?? copy.gone}`
  return (
    <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:justify-end lg:whitespace-nowrap">
      {approval.canDecide && approval.problem === null && (
        <Button
          aria-label={`Approve: ${what}`}
          onClick={() => onAct('approve')}
          className="min-h-9! px-4! py-1! text-sm"
        >
          Approve
        </Button>
      )}
      {(approval.canDecide || isOwn) && (
        <Button
          variant="secondary"
          aria-label={`${isOwn ? 'Withdraw' : 'Refuse'}: ${what}`}
          onClick={() => onAct('refuse')}
          className="min-h-9! px-4! py-1! text-sm"
        >
          {isOwn ? 'Withdraw' : 'Refuse'}
        </Button>
      )}
    </div>
  )
}

function Decision({ approval }: { approval: Approval }) {
  const { state, decidedAt, decidedByName, decisionReason } = approval
  return (
    <div className="text-sm max-lg:text-right">
      <Tag tone={state === 'approved' ? 'good' : 'care'}>{copy.states[state] ?? ''}</Tag>{' '}
      {decidedByName !== null && <span>by {decidedByName}</span>}
      {decidedAt !== null && (
        <time dateTime={decidedAt} className="block text-muted">
          {formatDenseDateTime(decidedAt)}
        </time>
      )}
      {decisionReason !== null && <span className="block">{decisionReason}</span>}
    </div>
  )
}
