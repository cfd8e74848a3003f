import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { recipientCopy } from './copy'
import { useDeleteRecipient } from './mutations'
import type { Recipient } from './queries'
import { RecipientRow } from './RecipientRow'

type RecipientListProps = {
  userId: string
  recipients: Recipient[]
  onSelect: (recipient: Recipient) => void
}

/** The saved recipients. A row can be selected or deleted. */
export function RecipientList({ userId, recipients, onSelect }: RecipientListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Recipient | null>(null)
  const remove = useDeleteRecipient(userId)

  const handleDelete = (recipient: Recipient) => {
    remove.reset()
    setAsked(recipient)
  }
  const handleConfirm = ({ id }: Recipient) => {
    remove.mutate(id, { onSuccess: () => setAsked((current) => (current?.id === id ? null : current)) })
  }

  return (
    <section aria-labelledby="recipients">
      <h2 ref={heading} id="recipients" tabIndex={-1} className="pb-2 font-semibold outline-none">
        {recipientCopy.listTitle}
      </h2>
      {recipients.length === 0 ? (
        <p className="text-muted">{recipientCopy.none}</p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded bg-card shadow-card">
          {recipients.map((recipient) => (
            <RecipientRow
              key={recipient.id}
              recipient={recipient}
              onSelect={() => onSelect(recipient)}
              onDelete={() => handleDelete(recipient)}
            />
          ))}
        </ul>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={recipientCopy.confirm.title}
          text={recipientCopy.confirm.text(asked.holderName)}
          confirmLabel="Delete"
          pending={remove.isPending}
          problem={remove.isError ? recipientCopy.deleteFailed : null}
          fallbackFocus={heading}
          onConfirm={() => handleConfirm(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
