import { useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { messageOf } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { useUserId } from '@/lib/session'
import { savingsCopy } from './copy'
import { useChangeSavings, useCloseSavings } from './mutations'
import type { OwnAccount } from './queries'
import { SavingsForm } from './SavingsForm'

/** Changes a savings account, or closes it. */
export function ManageSavings({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { id, name, colour, goal, goalOn, balance } = account
  const userId = useUserId()
  const change = useChangeSavings(id)
  const close = useCloseSavings(account)
  const [isClosing, setIsClosing] = useState(false)
  const { manage, close: words } = savingsCopy
  if (isClosing) {
    return (
      <ConfirmDialog
        title={words.title(name)}
        text={words.text(balance)}
        confirmLabel={words.button}
        closeLabel={words.keep}
        pending={close.isPending}
        problem={close.error && words.failed(messageOf(close.error))}
        onConfirm={() => close.mutate(undefined, { onSuccess: onClose })}
        onClose={() => setIsClosing(false)}
      />
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={manage.title(name)}>
      <ReadOnlyWhileFrozen>
        <div className="space-y-6">
          <SavingsForm
            initial={{ name, colour, goal: goal === null ? '' : penceToPounds(goal), goalOn: goalOn ?? '' }}
            draft={`savings:${userId}:${id}`}
            forgetsOnLeave
            label="Save"
            failed={manage.failed}
            submit={change.mutateAsync}
            onDone={onClose}
          />
          <Button
            variant="secondary"
            className="w-full text-danger!"
            onClick={() => {
              close.reset()
              setIsClosing(true)
            }}
          >
            {words.button}
          </Button>
        </div>
      </ReadOnlyWhileFrozen>
    </Dialog>
  )
}
