import { useState, type RefObject } from 'react'
import { Button } from '@/components/ui/Button'
import { Checkbox } from '@/components/ui/Checkbox'
import { userCopy } from './copy'
import { useApproveUsers } from './mutations'
import type { User } from './queries'
import { RejectDialog } from './RejectDialog'

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
  const approve = useApproveUsers()
  const [isRejecting, setIsRejecting] = useState(false)
  const userIds = chosen.map(({ id }) => id)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-2 text-sm">
      <Checkbox
        label={chosen.length === 0 ? 'Select all on this page' : `${chosen.length} selected`}
        checked={chosen.length === total}
        onChange={onChooseAll}
      />
      {chosen.length > 0 && (
        <>
          <Button
            pending={approve.isPending}
            onClick={() => approve.mutate(userIds, { onSuccess: () => heading.current?.focus() })}
            className="px-3! text-sm lg:min-h-8! lg:py-1!"
          >
            Approve selected
          </Button>
          {canReject && (
            <Button
              variant="secondary"
              onClick={() => setIsRejecting(true)}
              className="px-3! text-sm lg:min-h-8! lg:py-1!"
            >
              {userCopy.reject.action}
            </Button>
          )}
        </>
      )}
      {isRejecting && <RejectDialog userIds={userIds} heading={heading} onClose={() => setIsRejecting(false)} />}
    </div>
  )
}
