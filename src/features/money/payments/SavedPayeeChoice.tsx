import { useQuery } from '@tanstack/react-query'
import { SelectField } from '@/components/ui/Select'
import { recipientQueries } from '@/features/money/recipients/queries'
import { savedAs } from './payeeCheck'
import type { PayForm } from './payForm'

type TypedPayee = Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber'>

type SavedPayeeChoiceProps = { userId: string; payee: TypedPayee; onChoose: (payee: TypedPayee) => void }

/** Fills a form with a saved payee. Nothing while there are none. */
export function SavedPayeeChoice({ userId, payee, onChoose }: SavedPayeeChoiceProps) {
  const { data: saved = [] } = useQuery(recipientQueries.list(userId))
  if (saved.length === 0) return null
  return (
    <SelectField
      label="Saved payee"
      value={savedAs(saved, payee)?.id ?? ''}
      onChange={({ target }) => {
        const chosen = saved.find(({ id }) => id === target.value)
        onChoose({
          recipient: chosen?.holderName ?? '',
          sortCode: chosen?.sortCode ?? '',
          accountNumber: chosen?.accountNumber ?? '',
        })
      }}
      options={saved.map(({ id, nickname, holderName, accountNumber }) => [
        id,
        `${nickname ?? holderName}, account ending ${accountNumber.slice(-4)}`,
      ])}
    >
      <option value="">Someone else</option>
    </SelectField>
  )
}
