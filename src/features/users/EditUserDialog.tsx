import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { messageOf } from '@/lib/errors'
import { focusFirstInvalid, withoutMended } from '@/lib/formErrors'
import { formatPence } from '@/lib/money'
import { nameLimit } from '@/lib/paymentRules'
import { toast } from '@/lib/toast'
import { userCopy } from './copy'
import { useUpdateUser } from './mutations'
import type { User } from './queries'
import { checkUser, refusedUser, toUserForm, withTyped, type UserForm, type UserProblem } from './userForm'

type EditUserDialogProps = {
  /** As the list shows the person now. */
  user: User
  canEditBalance: boolean
  onClose: () => void
}

const readOnlyLook = 'tabular-nums read-only:bg-sunken read-only:text-muted'

export function EditUserDialog({ user, canEditBalance, onClose }: EditUserDialogProps) {
  const element = useRef<HTMLFormElement>(null)
  const update = useUpdateUser()
  const [opened] = useState(user)
  /** The bank refused to overwrite a balance that had moved, and the form says where to: now it may be. */
  const [isMoveTold, setIsMoveTold] = useState(false)
  const [form, setForm] = useState(() => toUserForm(user))
  const [problem, setProblem] = useState<UserProblem | null>(null)
  const errors = problem?.errors ?? {}

  const handleChange = (change: Partial<UserForm>) => {
    setProblem((found) => withoutMended(found, change))
    setForm((typed) => withTyped(typed, change))
  }
  const showProblem = (found: UserProblem) => {
    flushSync(() => setProblem(found))
    if (element.current !== null) focusFirstInvalid(element.current)
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (update.isPending) return
    const seen = isMoveTold ? user.balance : opened.balance
    const checked = checkUser(form, { ...opened, balance: seen })
    if ('errors' in checked) {
      toast.error(checked.toast)
      return showProblem(checked)
    }
    setProblem(null)
    update.mutate(
      { userId: user.id, change: checked, seenBalance: seen ?? 0 },
      {
        onSuccess: onClose,
        onError: (error) => {
          const refused = refusedUser({ title: userCopy.error, text: messageOf(error) })
          if (refused.errors.balance !== undefined) setIsMoveTold(true)
          showProblem(refused)
        },
      },
    )
  }

  return (
    <Dialog open onOpenChange={onClose} title="Edit User Information">
      <form ref={element} noValidate onSubmit={handleSubmit} className="space-y-4">
        <Field label="Full Name" error={errors.fullName}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={nameLimit}
              value={form.fullName}
              onChange={(event) => handleChange({ fullName: event.target.value })}
            />
          )}
        </Field>
        <Field label="Notification Email" error={errors.notificationEmail}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              maxLength={254}
              value={form.notificationEmail}
              onChange={(event) => handleChange({ notificationEmail: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Account Balance (£)"
          error={errors.balance}
          hint={isMoveTold ? userCopy.balanceNow(formatPence(user.balance ?? 0)) : balanceHint(user, canEditBalance)}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              readOnly={!canEditBalance || user.balance === null}
              className={readOnlyLook}
              value={form.balance}
              onChange={(event) => handleChange({ balance: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="5-Digit Login PIN"
          error={errors.pin}
          hint={user.isPinVisible ? userCopy.pinHint : userCopy.pinHidden}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              readOnly={!user.isPinVisible}
              className={readOnlyLook}
              value={form.pin}
              onChange={(event) => handleChange({ pin: event.target.value })}
            />
          )}
        </Field>
        <FormProblem words={problem?.toast ?? null} />
        <div className="flex flex-col gap-2 sm:flex-row-reverse">
          <Button type="submit" className="sm:flex-1" pending={update.isPending} pendingLabel="Saving...">
            Save Changes
          </Button>
          <Button variant="secondary" className="sm:flex-1" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function balanceHint(user: User, canEditBalance: boolean): string {
  if (user.balance === null) return userCopy.noAccount
  return canEditBalance ? userCopy.balanceHint : userCopy.balanceLocked
}
