import { useState, type RefObject } from 'react'
import { Button } from '@/components/ui/Button'
import { Checkbox } from '@/components/ui/Checkbox'
import { ApproveDialog } from './ApproveDialog'
import { userCopy } from './copy'
import type { User } from './queries'
import { RejectDialog } from './lazyDialogs'

type ChosenUsersProps = {
  chosen: User[]
  /** How many rows of the page can be chosen. */
  total: number
  canReject: boolean
  /** Gets the focus when the chosen rows leave the list. */
  heading: RefObject<HTMLElement | null>
  onChooseAll: (all: boolean) => void
}

/** What can be done with the chosen rows of a page. */
export function ChosenUsers({ chosen, total, canReject, heading, onChooseAll }: ChosenUsersProps) {
  /** The question keeps the users whom it was opened for: a row can leave the list meanwhile. */
  const [question, setQuestion] = useState<{ action: 'approve' | 'reject'; users: User[] } | null>(null)
  const close = () => setQuestion(null)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-2 text-small">
      <Checkbox
        label={chosen.length === 0 ? 'Select all on this page' : `${chosen.length} selected`}
        checked={chosen.length === total}
        onChange={onChooseAll}
      />
      {chosen.length > 0 && (
        <>
          <Button onClick={() => setQuestion({ action: 'approve', users: chosen })} className="lg:min-h-8! lg:py-1!">
            {userCopy.approveMany.action}
          </Button>
          {canReject && (
            <Button
              variant="secondary"
              onClick={() => setQuestion({ action: 'reject', users: chosen })}
              className="lg:min-h-8! lg:py-1!"
            >
              {userCopy.reject.action}
            </Button>
          )}
        </>
      )}
      {question?.action === 'approve' && <ApproveDialog users={question.users} heading={heading} onClose={close} />}
      {question?.action === 'reject' && (
        <RejectDialog userIds={question.users.map(({ id }) => id)} heading={heading} onClose={close} />
      )}
    </div>
  )
}
