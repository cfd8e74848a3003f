import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { Dialog } from '@/components/ui/Dialog'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { messageOf, refusalOf } from '@/lib/errors'
import { savingsPath } from '@/lib/paths'
import { amountError, readAmount } from '@/lib/paymentRules'
import { toast } from '@/lib/toast'
import { useForm } from '@/lib/useForm'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { savingsCopy } from './copy'
import { FromAndTo, readSides, type Sides } from './FromAndTo'
import { useMoveOwnMoney, type Move } from './mutations'
import type { OwnAccount } from './queries'

type Values = Sides & { amount: string }

type MoveMoneyProps = {
  title: string
  /** The customer's open accounts. */
  accounts: OwnAccount[]
  /** What is chosen at first, by id. */
  from: string
  to: string
  onClose: () => void
}

/** Moves money between two accounts of the customer. A move out of protected savings says until when it waits. */
export function MoveMoney({ title, accounts, from, to, onClose }: MoveMoneyProps) {
  const move = useMoveOwnMoney()
  const { keyFor, confirm } = useIdempotencyKey()
  const [waiting, setWaiting] = useState<{ move: Move; until: string } | null>(null)
  const form = useForm({
    initial: { from, to, amount: '' },
    check: (values) => readMove(values, accounts),
    submit: async (checked) => {
      const requestId = keyFor({ from: checked.from.id, to: checked.to.id, amount: checked.amount })
      const { waitsUntil } = await move.mutateAsync({ requestId, move: checked })
      confirm()
      if (waitsUntil !== null) return setWaiting({ move: checked, until: waitsUntil })
      toast.success(savingsCopy.move.done(checked.amount, checked.from.name, checked.to.name))
      onClose()
    },
    failure: (error) => ({ title: savingsCopy.move.failed, text: messageOf(error) }),
    failedField: (error) => (refusalOf(error)?.hint === 'insufficient-funds' ? 'amount' : undefined),
  })
  if (waiting !== null) return <Waiting {...waiting} onClose={onClose} />

  const { values, errors } = form
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={savingsCopy.move.text(accounts.find(({ id }) => id === values.from)?.waitHours ?? 0)}
    >
      <ReadOnlyWhileFrozen>
        <form {...form.props} className="space-y-4">
          <AmountField isMain value={values.amount} onChange={(amount) => form.set({ amount })} error={errors.amount} />
          <FromAndTo values={values} errors={errors} accounts={accounts} onChange={form.set} />
          <FormProblem words={form.problem} />
          <Button type="submit" pending={form.isPending} className="w-full">
            {savingsCopy.move.button}
          </Button>
        </form>
      </ReadOnlyWhileFrozen>
    </Dialog>
  )
}

type WaitingProps = { move: Move; until: string; onClose: () => void }

function Waiting({ move: { from, to, amount }, until, onClose }: WaitingProps) {
  const { title, text, takeBack, show } = savingsCopy.move.waiting
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text(amount, from.name, to.name, until)}>
      <p>{takeBack(from.name)}</p>
      <div className="mt-4 flex flex-col gap-2">
        <Button onClick={onClose}>Done</Button>
        <Link to={savingsPath(from.id)} onClick={onClose} className={buttonLook('secondary')}>
          {show(from.name)}
        </Link>
      </div>
    </Dialog>
  )
}

/** The move as it is sent, or what is wrong with it. */
function readMove({ from, to, amount }: Values, accounts: OwnAccount[]) {
  const sides = readSides({ from, to }, accounts)
  if ('errors' in sides) return sides
  const pence = readAmount(amount)
  const { badAmount, insufficientFunds } = savingsCopy.move
  if (pence === null) return { errors: { amount: amountError(amount, badAmount) } }
  if (pence > sides.from.balance) return { errors: { amount: insufficientFunds } }
  return { ...sides, amount: pence }
}
