import { ArrowLeftRight, Pencil, Star, StarOff, Trash2, type LucideIcon } from 'lucide-react'
import { FormProblem } from '@/components/FormProblem'
import { editFailureWords, useEditRecipient } from './mutations'
import type { Recipient } from './queries'
import { RecipientFacts } from './RecipientFacts'

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
        className="flex min-h-12 w-full items-center gap-4 rounded px-2 text-left font-medium hover:bg-brand-soft"
      >
        <Icon aria-hidden className="size-5 shrink-0 text-brand" />
        {label}
      </button>
    </li>
  )
}
