import { useQuery } from '@tanstack/react-query'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { formatPence, parsePounds } from '@/lib/money'
import { useForm } from '@/lib/useForm'
import { passkeyCopy } from './copy'
import { useSetApprovalAmount } from './mutations'
import { passkeyQueries } from './queries'

const words = passkeyCopy.amount
/** The most that the database takes, in pence. */
const highest = 100_000_000

/** Above which amount a passkey approves a payment to a new payee. */
export function ApprovalAmount({ userId }: { userId: string }) {
  const amount = useQuery(passkeyQueries.amount(userId))
  return (
    <Loaded query={amount} what="your amount" skeleton={<Skeleton className="h-40" />}>
      {(pence) => <AmountForm pence={pence} />}
    </Loaded>
  )
}

function AmountForm({ pence }: { pence: number }) {
  const save = useSetApprovalAmount()
  const form = useForm({
    initial: { amount: formatPence(pence).slice(1) },
    check: ({ amount }) => {
      const typed = parsePounds(amount)
      return typed !== null && typed <= highest ? typed : { errors: { amount: words.invalid } }
    },
    submit: (typed) => save.mutateAsync(typed),
    onSuccess: () => form.reset(),
    failure: (error) => ({ title: 'Amount not saved', text: messageOf(error) }),
  })
  return (
    <form {...form.props} className="space-y-3">
      <AmountField
        label={words.label}
        hint={words.hint}
        value={form.values.amount}
        onChange={(amount) => form.set({ amount })}
        error={form.errors.amount}
      />
      <FormProblem words={form.problem} />
      <Button type="submit" variant="secondary" className="w-full" pending={form.isPending} pendingLabel="Saving...">
        {words.save}
      </Button>
    </form>
  )
}
