import { useRef, useState } from 'react'
import { Confirmation } from '@/components/Confirmation'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { DialogButtons } from '@/components/DialogButtons'
import { FormProblem } from '@/components/FormProblem'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField } from '@/components/ui/Input'
import { askingCopy } from '@/features/staff/approvals/shared'
import { useShowPin } from '@/features/person/pins/shared'
import { refusalOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { nameLimit } from '@/lib/paymentRules'
import { useForm } from '@/lib/useForm'
import { userCopy } from './copy'
import { useGiveRandomPin, useRequestBalance, useUpdateUser } from './mutations'
import type { User } from './queries'
import { checkUser, toUserForm, withTyped, type UserChange } from './userForm'

type EditUserDialogProps = {
  /** As the list shows the user now. */
  user: User
  canEditBalance: boolean
  onClose: () => void
}

const readOnlyLook = 'read-only:bg-sunken read-only:text-muted'

export function EditUserDialog({ user, canEditBalance, onClose }: EditUserDialogProps) {
  const update = useUpdateUser()
  const requestBalance = useRequestBalance()
  const randomPin = useGiveRandomPin()
  const showPin = useShowPin()
  /** The stored PIN, once it is shown. */
  const [shownPin, setShownPin] = useState<string>()
  /** Waits for the answer whether the empty balance means zero. */
  const [isAskingZero, setIsAskingZero] = useState(false)
  const [isRemovingPin, setIsRemovingPin] = useState(false)
  const isZeroMeant = useRef(false)
  /** The change whose balance a second administrator must approve. */
  const [waiting, setWaiting] = useState<UserChange | null>(null)
  const [opened] = useState(user)
  /** The server refused to overwrite a balance that had changed. The form now shows it, so the next save may. */
  const [isChangeShown, setIsChangeShown] = useState(false)
  const seenBalance = isChangeShown ? user.balance : opened.balance
  const updateOf = (change: UserChange) => ({ userId: user.id, change, seenBalance: seenBalance ?? 0 })
  const form = useForm({
    initial: toUserForm(opened, shownPin),
    check: (typed) => {
      const checked = checkUser(typed, { ...opened, balance: seenBalance }, shownPin)
      if ('errors' in checked || checked.balance !== 0 || /\d/.test(typed.balance) || isZeroMeant.current)
        return checked
      setIsAskingZero(true)
      return { errors: {} }
    },
    submit: async (change: UserChange) => {
      if (Object.keys(change).length === 0 || (await update.mutateAsync(updateOf(change)))) onClose()
      else setWaiting(change)
    },
    onFailure: (error) => {
      if (isBalanceChanged(error)) setIsChangeShown(true)
    },
    failedField: (error) => (isBalanceChanged(error) ? 'balance' : undefined),
  })
  const { errors } = form

  const handleRandomPin = () => {
    if (form.isPending) return
    randomPin.mutate(user.id, {
      onSuccess: (pin) => {
        // The server has stored it, so saving does not send it.
        setShownPin(pin)
        form.set({ pin })
      },
    })
  }
  const handleShowPin = () => {
    if (showPin.isPending) return
    showPin.mutate(user.id, {
      onSuccess: (pin) => {
        setShownPin(pin)
        form.set({ pin })
      },
    })
  }

  /** The form stays open: it may have other changes that are not saved. */
  const handlePinRemoved = () => {
    setShownPin(undefined)
    form.set({ pin: '' })
    setIsRemovingPin(false)
  }

  if (isAskingZero) {
    const { title, text, action } = userCopy.confirmZero
    return (
      <Dialog open onOpenChange={() => setIsAskingZero(false)} title={title} description={text}>
        <Confirmation
          confirmLabel={action}
          pending={form.isPending}
          onConfirm={() => {
            isZeroMeant.current = true
            setIsAskingZero(false)
            form.submitWith({})
          }}
          onClose={() => setIsAskingZero(false)}
        />
      </Dialog>
    )
  }
  if (isRemovingPin) {
    const { title, text, action } = userCopy.removePin
    return (
      <ConfirmDialog
        title={title}
        text={text}
        confirmLabel={action}
        pending={update.isPending}
        onConfirm={() => update.mutate(updateOf({ pin: '' }), { onSuccess: handlePinRemoved })}
        onClose={() => setIsRemovingPin(false)}
      />
    )
  }
  if (waiting !== null)
    return (
      <ReasonDialog
        {...askingCopy.question}
        submit={(reason) => requestBalance.mutateAsync({ update: updateOf(waiting), reason })}
        onClose={onClose}
      />
    )
  return (
    <Dialog open onOpenChange={onClose} title="Edit User Information">
      <form {...form.props} className="space-y-4">
        <InputField
          label="Full Name"
          {...form.field('fullName')}
          autoComplete="off"
          readOnly={!user.isPinVisible}
          className={readOnlyLook}
          maxLength={nameLimit}
        />
        <InputField
          label="Notification Email"
          {...form.field('notificationEmail')}
          type="email"
          autoComplete="off"
          readOnly={!user.isPinVisible}
          className={readOnlyLook}
          maxLength={254}
        />
        <InputField
          label="Account Balance (£)"
          error={errors.balance}
          hint={isChangeShown ? userCopy.balanceNow(formatPence(user.balance ?? 0)) : balanceHint(user, canEditBalance)}
          inputMode="decimal"
          autoComplete="off"
          readOnly={!canEditBalance || !user.isPinVisible || user.balance === null}
          className={`tabular-nums ${readOnlyLook}`}
          value={form.values.balance}
          onChange={({ target }) => form.set({ balance: withTyped(form.values, { balance: target.value }).balance })}
        />
        <InputField
          label="5-Digit Login PIN"
          error={errors.pin}
          hint={pinHint(user)}
          inputMode="numeric"
          autoComplete="off"
          readOnly={!user.isPinVisible}
          className={`tabular-nums ${readOnlyLook}`}
          value={form.values.pin}
          onChange={({ target }) => form.set({ pin: withTyped(form.values, { pin: target.value }).pin })}
        />
        {user.isPinVisible && user.hasPin && shownPin === undefined && (
          <Button variant="secondary" pending={showPin.isPending} className="mr-2" onClick={handleShowPin}>
            Show PIN
          </Button>
        )}
        {user.isPinVisible && (
          <Button variant="secondary" pending={randomPin.isPending} pendingLabel="Setting..." onClick={handleRandomPin}>
            New random PIN
          </Button>
        )}
        {user.isPinVisible && user.hasPin && (
          <Button variant="quiet" onClick={() => setIsRemovingPin(true)}>
            {userCopy.removePin.action}
          </Button>
        )}
        <FormProblem words={form.problem} />
        <DialogButtons label="Save Changes" pending={form.isPending} pendingLabel="Saving..." onClose={onClose} />
      </form>
    </Dialog>
  )
}

function balanceHint(user: User, canEditBalance: boolean): string {
  if (user.balance === null) return userCopy.noAccount
  if (!user.isPinVisible) return userCopy.staffLocked
  return canEditBalance ? userCopy.balanceHint : userCopy.balanceLocked
}

function pinHint(user: User): string {
  if (!user.isPinVisible) return userCopy.staffLocked
  return user.hasPin ? userCopy.pinHint : userCopy.noPinHint
}

function isBalanceChanged(error: unknown): boolean {
  return refusalOf(error)?.hint === 'balance-changed'
}
