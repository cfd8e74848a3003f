import { useQuery } from '@tanstack/react-query'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { TextAreaField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { transactionQueries } from '@/features/money/transactions/queries'
import { nameOf } from '@/features/money/transactions/shared'
import { formatDate } from '@/lib/dates'
import { messageOf } from '@/lib/errors'
import { formatPence } from '@/lib/money'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { complaintCopy as copy } from './complaintCopy'
import { caseCopy } from './copy'
import { useOpenComplaint } from './mutations'
import { TopicField } from './TopicField'

type ComplaintFormProps = {
  /** The payment that the customer came from. */
  transactionId: string
  /** False: the customer reads no payments, so there is nothing to choose from. */
  hasPayments?: boolean
  onSent: (caseId: string) => void
}

/** One short form: what it is about, what happened, what would put it right. */
export function ComplaintForm({ transactionId, hasPayments = true, onSent }: ComplaintFormProps) {
  const userId = useUserId()
  const payments = useQuery({ ...transactionQueries.newest(userId), enabled: hasPayments }).data ?? []
  const open = useOpenComplaint()
  const form = useForm({
    initial: { topic: transactionId === '' ? '' : 'payment', payment: transactionId, said: '', wish: '' },
    draft: `complaint:${userId}:${transactionId}`,
    check: (typed) => {
      const said = inOneParagraph(typed.said)
      const wish = inOneParagraph(typed.wish)
      const saidProblem = said === '' ? copy.noWords : textProblem(said)
      const wishProblem = textProblem(wish)
      if (typed.topic === '' || saidProblem !== null || wishProblem !== null)
        return {
          errors: {
            ...(typed.topic === '' && { topic: copy.chooseTopic }),
            ...(saidProblem !== null && { said: saidProblem }),
            ...(wishProblem !== null && { wish: wishProblem }),
          },
        }
      return { topic: typed.topic, payment: typed.payment, said, wish }
    },
    submit: async (complaint) => onSent(await open.mutateAsync(complaint)),
    failure: (error) => ({ title: copy.failed, text: messageOf(error) }),
  })
  const text = (field: 'said' | 'wish', rows: number) => (
    <TextAreaField
      label={copy[field]}
      counter={`${form.values[field].length}/500`}
      {...form.field(field)}
      rows={rows}
      maxLength={500}
    />
  )
  const isListed = payments.some(({ id }) => id === transactionId)
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-secondary">{copy.intro}</p>
      <TopicField {...form.field('topic')} />
      {hasPayments && (
        <SelectField
          label={copy.payment}
          {...form.field('payment')}
          options={payments.map((payment) => [
            payment.id,
            `${formatDate(payment.createdAt)}, ${formatPence(payment.amount)}, ${nameOf(payment)}`,
          ])}
        >
          <option value="">{copy.noPayment}</option>
          {transactionId !== '' && !isListed && <option value={transactionId}>{copy.thisPayment}</option>}
        </SelectField>
      )}
      {text('said', 4)}
      {text('wish', 2)}
      <p className="text-secondary">{caseCopy.demonstration}</p>
      <FormProblem words={form.problem} />
      <Button type="submit" className="w-full" pending={form.isPending} pendingLabel={copy.sending}>
        {copy.send}
      </Button>
    </form>
  )
}
