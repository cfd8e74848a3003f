import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { PagedTable } from '@/components/PagedTable'
import { pagesInAddress } from '@/components/pagesInAddress'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { StaffCard } from '@/components/StaffCard'
import { messageOf } from '@/lib/errors'
import { useUserId } from '@/lib/session'
import { useAddressFields } from '@/lib/useAddressFields'
import { ApprovalRow } from './ApprovalRow'
import { approvalsCopy } from './copy'
import { kinds } from './kinds'
import { useApproveRequest, useRefuseRequest, approvalOf } from './mutations'
import { approvalPageSize, approvalQueries, type Approval } from './queries'

const columns = ['Request', 'Asked', 'Before', 'After', 'Reason']
const figures = ['Before', 'Actions']
type Question = { approval: Approval; action: 'approve' | 'refuse' }

/** The requests that wait, oldest first, or those that were decided, newest first. */
export function ApprovalList({ isWaiting }: { isWaiting: boolean }) {
  const { title, what, none } = isWaiting ? approvalsCopy.waiting : approvalsCopy.decided
  const { field, setFields } = useAddressFields<'waiting' | 'decided'>()
  const name = isWaiting ? 'waiting' : 'decided'
  const pages = pagesInAddress(field(name), (value) => setFields({ [name]: value }))
  const list = useQuery({ ...approvalQueries.page(isWaiting, pages.after), placeholderData: keepPreviousData })
  const heading = useRef<HTMLHeadingElement>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  return (
    <StaffCard title={title} heading={heading}>
      <PagedTable
        query={list}
        words={{ title, what, none, columns: [...columns, isWaiting ? 'Actions' : 'Decision'], figures }}
        pages={pages}
        pageSize={approvalPageSize}
        placeOf={({ id }) => id}
        heading={heading}
      >
        {(approval) => (
          <ApprovalRow
            key={approval.id}
            approval={approval}
            focusFallback={heading}
            onAct={(action) => setQuestion({ approval, action })}
          />
        )}
      </PagedTable>
      {question?.action === 'approve' && (
        <Approve approval={question.approval} heading={heading} onClose={() => setQuestion(null)} />
      )}
      {question?.action === 'refuse' && (
        <Refuse approval={question.approval} heading={heading} onClose={() => setQuestion(null)} />
      )}
    </StaffCard>
  )
}

type QuestionProps = { approval: Approval; heading: RefObject<HTMLElement | null>; onClose: () => void }

function Approve({ approval, heading, onClose }: QuestionProps) {
  const approve = useApproveRequest()
  const { title, action } = approvalsCopy.confirmApprove
  const kind = kinds[approval.kind]
  return (
    <ConfirmDialog
      title={title}
      text={kind?.question(approval) ?? ''}
      confirmLabel={action}
      variant={kind?.isDanger ? 'danger' : 'primary'}
      pending={approve.isPending}
      problem={approve.error && { title: approvalsCopy.failed, text: messageOf(approve.error) }}
      fallbackFocus={heading}
      onConfirm={() => approve.mutate(approval.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      {kind?.tellsNobody === undefined && (
        <div className="mb-4">
          <MessagePreview action={actionOf('approve_request', approvalOf(approval.id))} />
        </div>
      )}
    </ConfirmDialog>
  )
}

function Refuse({ approval, heading, onClose }: QuestionProps) {
  const isOwn = useUserId() === approval.askedBy
  const refuse = useRefuseRequest(isOwn)
  const { title, text, action } = isOwn ? approvalsCopy.confirmWithdraw : approvalsCopy.confirmRefuse
  return (
    <ReasonDialog
      title={title}
      text={text}
      confirmLabel={action}
      isDanger
      submit={(reason) => refuse.mutateAsync({ id: approval.id, reason })}
      fallbackFocus={heading}
      onClose={onClose}
    />
  )
}
