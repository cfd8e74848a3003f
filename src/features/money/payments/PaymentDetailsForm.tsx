import { ShieldAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ActionBar } from '@/components/ActionBar'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import { Switch } from '@/components/ui/Switch'
import type { Account } from '@/features/money/accounts/queries'
import {
  checkRegularEnd,
  readRegularEnd,
  toFrequency,
  untilCancelled,
  type RegularEnd,
} from '@/features/money/outgoing-payments/shared'
import { messageOf } from '@/lib/errors'
import { isAboveZero, readAmount, referenceLimit } from '@/lib/paymentRules'
import { textProblem } from '@/lib/safeText'
import type { ToastWords } from '@/lib/toast'
import { useForm } from '@/lib/useForm'
import { checkAmount } from './checkPayForm'
import { paymentCopy } from './copy'
import { DayChoice } from './DayChoice'
import { FromAccount } from './FromAccount'
import type { PayeeCheck } from './payeeCheck'
import { PayeeSummary } from './PayeeSummary'
import type { Payee, ScheduledChange } from './payForm'
import type { PaymentOrder } from './payment'
import { PaymentProblem } from './PaymentProblem'
import { ReasonField } from './ReasonField'
import { RegularPaymentPanel } from './RegularPaymentPanel'
import { paymentReasons, type PaymentReason } from './warnings'

type PaymentDetailsFormProps = {
  payee: Payee
  /** The payee was paid before: the account has no type, and the reference is typed here. */
  isSaved: boolean
  /** The scheduled payment whose amount and day are changed. Null for a new one. */
  change: ScheduledChange | null
  /** The customer has asked for a regular payment. */
  isRegular: boolean
  /** Null for a visitor, and while a saved payee is checked. */
  check: PayeeCheck | null
  isChecking: boolean
  /** The payee was paid often enough, under a name that raises no doubt. */
  isFriend: boolean
  account: Pick<Account, 'sortCode' | 'accountNumber' | 'balance' | 'pending'>
  /** In pounds: the amount of a payment that was refused. */
  initialAmount: string
  /** The reason that the customer gave before asking for help. */
  initialReason: PaymentReason | null
  isProcessing: boolean
  /** Why the server refused the payment. */
  refusal: ToastWords | null
  /** In pence: the amount that the refusal is about. Null: it is about something else. */
  refusedAmount: number | null
  /** Not for visitors: the next days of a regular payment. */
  hasPreview: boolean
  onPay: (order: PaymentOrder) => unknown
}

/** 'Pay details'. */
export function PaymentDetailsForm(props: PaymentDetailsFormProps) {
  const { payee, isSaved, isFriend, change, check, isChecking, account, isProcessing, refusal, refusedAmount } = props
  const balanceId = useId()
  const reasonField = useRef<HTMLSelectElement>(null)
  const form = useForm({
    initial: {
      amount: props.initialAmount,
      reference: payee.reference,
      reason: props.initialReason ?? '',
      day: change?.day ?? '',
      regular: props.isRegular ? 'on' : '',
      frequency: 'monthly',
      ...untilCancelled,
    },
    check: (values) => checkDetails(values, account.balance),
    submit: (checked) => {
      const { accountType: _unused, ...details } = payee
      return props.onPay({ ...details, ...checked, changes: change?.id ?? null, checkId: check?.id ?? null })
    },
    failure: (error) => paymentCopy.failed(messageOf(error)),
  })
  const { amount } = form.values
  const pence = readAmount(amount)
  const [isTyping, setIsTyping] = useState(false)
  const isMissing = check?.outcome === 'not_found'
  const amountRefusal = refusedAmount !== null && pence === refusedAmount ? refusal?.text : undefined

  return (
    <form {...form.props} className="flex flex-1 flex-col">
      <div className="space-y-2 pt-1 pb-2">
        <AmountField
          isMain
          onFocusChange={setIsTyping}
          onEnter={() => reasonField.current?.focus()}
          value={amount}
          onChange={(typed) => form.set({ amount: typed })}
          error={form.errors.amount ?? amountRefusal}
          describedBy={account.pending > 0 ? `${balanceId} ${balanceId}-pending` : balanceId}
        />
        <FromAccount id={balanceId} account={account} />
        <PayeeSummary
          payee={
            isSaved ? { ...payee, accountType: undefined, reference: change === null ? '' : payee.reference } : payee
          }
          outcome={isMissing ? undefined : check?.outcome}
        />
        {isSaved && change === null && (
          <Field
            label="Reference"
            error={form.errors.reference}
            counter={`${form.values.reference.length}/${referenceLimit}`}
          >
            {(control) => (
              <Input {...control} {...form.input('reference')} autoComplete="off" maxLength={referenceLimit} />
            )}
          </Field>
        )}
        <ReasonField {...form.input('reason')} ref={reasonField} />
        <ScamWarning isShort={isFriend && !isLarge(pence, account.balance)} />
      </div>
      {/* The bar stays inside this part, so that it never covers what must be read before it is pressed. */}
      <div className="flex flex-1 flex-col">
        <div className="space-y-2 pb-4">
          <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
            <DayChoice
              day={form.values.day}
              error={form.errors.day}
              isLater={change !== null}
              // Another day may allow an amount that today's balance does not.
              onChange={(day) => form.set({ day, amount: form.values.amount })}
            />
            {change === null && (
              <div className="flex-1 basis-44">
                <Switch
                  label="Create regular payment?"
                  checked={form.values.regular === 'on'}
                  onChange={(checked) => form.set({ regular: checked ? 'on' : '' })}
                />
              </div>
            )}
          </div>
          {form.values.regular === 'on' && (
            <RegularPaymentPanel
              day={form.values.day}
              values={form.values}
              errors={form.errors}
              hasPreview={props.hasPreview}
              onChange={form.set}
            />
          )}
        </div>
        <ActionBar>
          {isMissing && (
            <FormProblem words={{ title: paymentCopy.payeeCheck.failed, text: paymentCopy.payeeCheck.notFound }} />
          )}
          <PaymentProblem
            words={refusedAmount === null ? (refusal ?? form.problem) : form.problem}
            pending={account.pending}
          />
          <Button
            type="submit"
            disabled={
              (isTyping ? !isAboveZero(amount) : pence === null) ||
              form.errors.amount !== undefined ||
              isChecking ||
              isMissing
            }
            // Pressed from the field, it submits and says what is wrong. If the field lost the focus, it would be disabled first.
            onMouseDown={(event) => event.preventDefault()}
            pending={isProcessing || form.isPending}
          >
            Continue
          </Button>
          <p className="-mt-1 min-h-5 text-center wrap-anywhere text-secondary">
            {pence !== null && paymentCopy.summary(pence, payee.recipient)}
          </p>
        </ActionBar>
      </div>
    </form>
  )
}

type DetailsValues = RegularEnd & {
  amount: string
  reference: string
  reason: string
  day: string
  regular: string
  frequency: string
}

/** What the payment details add to the payee, or the first error. */
function checkDetails(values: DetailsValues, balance: number) {
  const { amount, reference, reason, day, regular, frequency } = values
  // On another day, the balance of that day counts.
  const pence = checkAmount(amount, day === '' ? balance : Infinity)
  if (typeof pence !== 'number') return pence
  const referenceProblem = textProblem(reference)
  if (referenceProblem !== null) return { errors: { reference: referenceProblem } }
  const errors = regular === 'on' ? checkRegularEnd(values) : {}
  if (Object.keys(errors).length > 0) return { errors }
  const repetition = regular === 'on' ? { frequency: toFrequency(frequency), ...readRegularEnd(values) } : null
  return {
    amount: pence,
    reference: reference.trim(),
    reason: paymentReasons.find((known) => known === reason) ?? null,
    day: day === '' ? null : day,
    repetition,
  }
}

/** More than the server lets a payee of an unconfirmed name have without a warning. */
const isLarge = (pence: number | null, balance: number) =>
  pence !== null && (pence > 100_000 || pence > Math.max(25_000, balance / 2))

function ScamWarning({ isShort }: { isShort: boolean }) {
  if (isShort)
    return (
      <p className="flex items-start gap-1.5 text-secondary">
        <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        Rushed? A future date gives you time to cancel.
      </p>
    )
  return (
    <div className="rounded bg-care-soft px-3 py-2 text-small">
      <p className="flex items-center gap-2 text-strong text-care">
        <ShieldAlert aria-hidden className="size-5 shrink-0" />
        Could this be a scam?
      </p>
      <p>Stop if someone is rushing you or told you to move money. A future date gives you time to cancel.</p>
    </div>
  )
}
