import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AmountField } from '@/components/AmountField'
import { DateField } from '@/components/DateField'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { SelectField } from '@/components/ui/Select'
import {
  checkRegularEnd,
  frequencyWords,
  moveFrequencies,
  readRegularEnd,
  RegularEndFields,
  toFrequency,
  untilCancelled,
  type RegularEnd,
} from '@/features/money/outgoing-payments/shared'
import type { OwnAccount } from '@/features/money/savings/queries'
import { FromAndTo, readSides, type Sides } from '@/features/money/savings/shared'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { addYear, londonDay } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { amountError, readAmount } from '@/lib/paymentRules'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { useIdempotencyKey } from '@/lib/useIdempotencyKey'
import { automaticCopy } from './copy'
import { useCreateRegularMove } from './mutations'
import { automaticQueries } from './queries'

const words = automaticCopy.regular.form

type RegularMoveFormProps = {
  /** The customer's open accounts. */
  accounts: OwnAccount[]
  /** What is chosen at first, by id. */
  from: string
  to: string
  onClose: () => void
}

/** Sets up a move that repeats between two accounts of the customer. */
export function RegularMoveForm({ accounts, from, to, onClose }: RegularMoveFormProps) {
  const create = useCreateRegularMove()
  const { keyFor } = useIdempotencyKey()
  const [today] = useState(() => londonDay(new Date()))
  const form = useForm({
    initial: { amount: '', from, to, frequency: 'monthly', day: today, ...untilCancelled },
    check: (values) => readRegularMove(values, accounts, today),
    submit: (checked) => {
      const { from: source, to: target, ...content } = checked
      return create.mutateAsync({ requestId: keyFor({ ...content, from: source.id, to: target.id }), ...checked })
    },
    onSuccess: onClose,
    failure: (error) => words.failed(messageOf(error)),
  })
  const { values, errors } = form
  const isOnPayday = values.frequency === 'payday'
  return (
    <Dialog open onOpenChange={onClose} title={words.title} description={words.text}>
      <ReadOnlyWhileFrozen>
        <form {...form.props} className="space-y-4">
          <AmountField isMain value={values.amount} onChange={(amount) => form.set({ amount })} error={errors.amount} />
          <FromAndTo values={values} errors={errors} accounts={accounts} onChange={form.set} />
          <SelectField
            label={words.frequency}
            value={values.frequency}
            error={errors.frequency}
            onChange={({ target }) => form.set({ frequency: target.value })}
            options={moveFrequencies.map((frequency) => [frequency, frequencyWords[frequency]])}
          />
          {isOnPayday ? (
            <PaydayNote />
          ) : (
            <>
              <DateField
                label={words.day}
                day={values.day}
                until={addYear(today)}
                onChange={(day) => form.set({ day })}
                error={errors.day}
              />
              <p className="text-secondary">{words.workingDays}</p>
            </>
          )}
          <RegularEndFields
            value={values}
            errors={errors}
            from={isOnPayday ? undefined : values.day}
            onChange={form.set}
          />
          <FormProblem words={form.problem} />
          <Button type="submit" pending={form.isPending} className="w-full">
            {words.button}
          </Button>
        </form>
      </ReadOnlyWhileFrozen>
    </Dialog>
  )
}

/** Whose pay the move follows. */
function PaydayNote() {
  const payday = useQuery(automaticQueries.payday(useUserId()))
  return (
    <Loaded query={payday} what="your last payday" skeleton={<Skeleton className="h-12" />}>
      {(found) => (
        <p className="text-secondary">
          {found === null ? words.payday.none : words.payday.found(found.payer, found.paidOn)}
        </p>
      )}
    </Loaded>
  )
}

type Values = Sides & RegularEnd & { amount: string; frequency: string; day: string }

/** The regular move as it is sent, or what is wrong with it. */
function readRegularMove({ amount, from, to, frequency, day, ...end }: Values, accounts: OwnAccount[], today: string) {
  const pence = readAmount(amount)
  if (pence === null) return { errors: { amount: amountError(amount, words.amountNeeded) } }
  const sides = readSides({ from, to }, accounts)
  if ('errors' in sides) return sides
  const errors = checkRegularEnd(end)
  if (Object.keys(errors).length > 0) return { errors }
  const chosen = toFrequency(frequency)
  return {
    ...sides,
    amount: pence,
    terms: { frequency: chosen, startsOn: chosen === 'payday' ? today : day, ...readRegularEnd(end) },
  }
}
