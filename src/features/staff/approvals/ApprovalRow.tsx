import type { RefObject } from 'react'
import { compactButton } from '@/components/compactButton'
import { TextLink } from '@/components/TextLink'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { formatDenseDateTime } from '@/lib/dates'
import { noName } from '@/lib/noName'
import { adminUserPath } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { approvalsCopy as copy } from './copy'
import { kinds } from './kinds'
import type { Approval } from './queries'

type ApprovalRowProps = {
  approval: Approval
  focusFallback: RefObject<HTMLElement | null>
  onAct: (action: 'approve' | 'refuse') => void
}

export function ApprovalRow({ approval, focusFallback, onAct }: ApprovalRowProps) {
  useFocusFallback(focusFallback)
  const { permissions } = useOwnRoles()
  const { userId, userName, userEmail, createdAt, askedByName, problem } = approval
  const kind = kinds[approval.kind]
  const [before, after] = kind?.change(approval) ?? []
  const what = kind?.title ?? approval.kind
  const path = kind?.path?.(approval) ?? null
  const who = userEmail === null ? copy.gone : (userName ?? noName)
  const hasPage = userEmail !== null && permissions.includes('approve_users')
  return (
    <StaffRow>
      <StaffRowHead>
        <span className="flex flex-wrap items-center gap-x-2 lg:min-w-80">
          <span className="text-strong">
            {path === null ? (
              what
            ) : (
              <TextLink to={path} opensRow>
                {what}
              </TextLink>
            )}
          </span>
          {kind?.isAboutNoUser ? null : hasPage ? (
            <TextLink to={adminUserPath(userId)} opensRow={path === null}>
              {who}
            </TextLink>
          ) : (
            <span>{who}</span>
          )}
          {problem !== null && (
            <Tag tone="care">{problem === 'not-independent' ? 'Not independent' : 'Out of date'}</Tag>
          )}
          {!kind?.isAboutNoUser && userEmail !== null && (
            <span title={userEmail} className="text-secondary max-lg:w-full lg:w-0 lg:min-w-20 lg:grow lg:truncate">
              {userEmail}
            </span>
          )}
        </span>
        {problem !== null && <span className="block text-small text-care">{copy.problems[problem]}</span>}
      </StaffRowHead>
      <StaffCell label="Asked">
        <span className="block text-small max-lg:text-right lg:min-w-32">
          {askedByName ?? copy.gone}{' '}
          <time dateTime={createdAt} className="text-muted max-lg:block lg:whitespace-nowrap">
            {formatDenseDateTime(createdAt)}
          </time>
        </span>
      </StaffCell>
      <StaffCell label="Before" isFigure>
        {before}
      </StaffCell>
      <StaffCell label="After" className="text-amount lg:whitespace-nowrap">
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
  const kind = kinds[approval.kind]
  const title = kind?.title ?? approval.kind
  const what = kind?.isAboutNoUser ? title : `${title} of ${approval.userName ?? copy.gone}`
  return (
    <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:justify-end lg:whitespace-nowrap">
      {approval.canDecide && approval.problem === null && (
        <Button aria-label={`Approve: ${what}`} onClick={() => onAct('approve')} className={compactButton}>
          Approve
        </Button>
      )}
      {(approval.canDecide || isOwn) && (
        <Button
          variant="secondary"
          aria-label={`${isOwn ? 'Withdraw' : 'Refuse'}: ${what}`}
          onClick={() => onAct('refuse')}
          className={compactButton}
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
    <div className="text-small max-lg:text-right">
      <Tag tone={state === 'approved' ? 'plain' : 'care'}>{copy.states[state] ?? ''}</Tag>{' '}
      {decidedByName !== null && <span>by {decidedByName}</span>}{' '}
      {decidedAt !== null && (
        <time dateTime={decidedAt} className="text-muted max-lg:block">
          {formatDenseDateTime(decidedAt)}
        </time>
      )}
      {decisionReason !== null && <span className="block">{decisionReason}</span>}
    </div>
  )
}
