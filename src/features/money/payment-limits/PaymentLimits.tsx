import { useQuery } from '@tanstack/react-query'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { formatPence, parsePounds } from '@/lib/money'
import { useForm } from '@/lib/useForm'
import { limitCopy } from './copy'
import { limitFailureWords, useSetLimit } from './mutations'
import { limitQueries, type PaymentLimit } from './queries'

/** The most that the database lets a customer choose, in pence. */
const highest = 100_000_000

/** How much a customer can send in one day. */
export function PaymentLimits({ userId, isFrozen }: { userId: string; isFrozen: boolean }) {
  const limit = useQuery(limitQueries.own(userId))
  if (isFrozen)
    return (
      <SheetSection title={limitCopy.title}>
        <p className="text-small">{limitCopy.frozen}</p>
      </SheetSection>
    )
  return (
    <SheetSection title={limitCopy.title}>
      <Loaded query={limit} what="your payment limit" skeleton={<Skeleton className="h-55 lg:h-50" />}>
        {(current) => <LimitForm userId={userId} limit={current} />}
      </Loaded>
    </SheetSection>
  )
}

function LimitForm({ userId, limit: { daily, leftToday, next } }: { userId: string; limit: PaymentLimit }) {
  const save = useSetLimit()
  const cancelRaise = useSetLimit()
  const form = useForm({
    // '25,000.00': the field has its own '£'.
    initial: { limit: formatPence(daily).slice(1) },
    draft: `payment-limit:${userId}`,
    forgetsOnLeave: true,
    check: ({ limit }) => checkLimit(limit),
    submit: (pence) => save.mutateAsync(pence),
    onSuccess: () => form.reset(),
    failure: limitFailureWords,
  })
  const problem = form.problem ?? (cancelRaise.error && limitFailureWords(cancelRaise.error))
  return (
    <form {...form.props} className="space-y-3">
      <p className="text-small">{limitCopy.leftToday(leftToday)}</p>
      {next !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="text-label text-care">{limitCopy.next(next.limit, next.from)}</p>
          <Button
            variant="quiet"
            className="-mr-3 ml-auto px-3!"
            aria-label={limitCopy.cancelRaise}
            pending={cancelRaise.isPending}
            onClick={() => cancelRaise.mutate(daily)}
          >
            Cancel
          </Button>
        </div>
      )}
      <AmountField
        label="Daily limit (£)"
        value={form.values.limit}
        onChange={(limit) => form.set({ limit })}
        error={form.errors.limit}
        hint={limitCopy.hint}
      />
      {problem !== null && <FormProblem words={problem} />}
      <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel="Saving..." className="w-full">
        Save limit
      </Button>
    </form>
  )
}

function checkLimit(typed: string) {
  const pence = parsePounds(typed)
  return pence !== null && pence <= highest ? pence : { errors: { limit: limitCopy.invalid } }
}
