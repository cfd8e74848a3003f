import { ArrowLeftRight, Pencil, Star, StarOff, Trash2, type LucideIcon } from 'lucide-react'
import { CopyableNumber } from '@/components/CopyableNumber'
import { Fact } from '@/components/Fact'
import { FormProblem } from '@/components/FormProblem'
import { Money } from '@/components/Money'
import { formatDate } from '@/lib/dates'
import { editFailureWords, useEditRecipient } from './mutations'
import type { Recipient } from './queries'

type RecipientMenuProps = {
  recipient: Recipient
  onPay: () => void
  onEdit: () => void
  onDelete: () => void
  onDone: () => void
}

/** The details of a recipient, and what can be done with it. */
export function RecipientMenu({ recipient, onPay, onEdit, onDelete, onDone }: RecipientMenuProps) {
  const edit = useEditRecipient()
  const { isFavourite } = recipient
  const handleFavourite = () => edit.mutate({ ...recipient, isFavourite: !isFavourite }, { onSuccess: onDone })
  return (
    <>
      <RecipientFacts recipient={recipient} />
      <ul className="-mx-2">
        <Action icon={ArrowLeftRight} label="Pay" onPress={onPay} />
        <Action icon={Pencil} label="Edit" onPress={onEdit} />
        <Action
          icon={isFavourite ? StarOff : Star}
          label={isFavourite ? 'Remove from favourites' : 'Add to favourites'}
          isPending={edit.isPending}
          onPress={handleFavourite}
        />
        <Action icon={Trash2} label="Delete" onPress={onDelete} />
      </ul>
      <FormProblem words={edit.error && editFailureWords(edit.error)} />
    </>
  )
}

type ActionProps = { icon: LucideIcon; label: string; isPending?: boolean; onPress: () => void }

function Action({ icon: Icon, label, isPending = false, onPress }: ActionProps) {
  return (
    <li>
      <button
        type="button"
        aria-disabled={isPending || undefined}
        onClick={isPending ? undefined : onPress}
        className="flex min-h-12 w-full items-center gap-4 rounded px-2 text-left text-name hover:bg-brand-soft"
      >
        <Icon aria-hidden className="size-5 shrink-0 text-brand" />
        {label}
      </button>
    </li>
  )
}

/** The details of a recipient, with the name whole. */
function RecipientFacts({ recipient }: { recipient: Recipient }) {
  const { holderName, sortCode, accountNumber, lastPayment, lastPaidAt } = recipient
  return (
    <dl className="mb-3 divide-y divide-line border-b border-line">
      <Fact name="Name on account">{holderName}</Fact>
      <Fact name="Sort code">
        <CopyableNumber label="Sort code" value={sortCode} className="-my-1.5 -mr-3.5" />
      </Fact>
      <Fact name="Account number">
        <CopyableNumber label="Account number" value={accountNumber} className="-my-1.5 -mr-3.5" />
      </Fact>
      <Fact name="Last payment">
        {lastPayment === null || lastPaidAt === null ? (
          'None'
        ) : (
          <>
            <Money pence={lastPayment} /> on {formatDate(lastPaidAt)}
          </>
        )}
      </Fact>
    </dl>
  )
}
