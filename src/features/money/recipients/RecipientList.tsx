import { useRef, useState } from 'react'
import { InputField } from '@/components/ui/Input'
import { foldText } from '@/lib/foldText'
import { stripSeparators } from '@/lib/sortCode'
import { recipientCopy } from './copy'
import type { Recipient } from './queries'
import { RecipientDialog, type RecipientStep } from './RecipientDialog'
import { RecipientRow } from './RecipientRow'

type RecipientListProps = {
  userId: string
  recipients: Recipient[]
  onSelect: (recipient: Recipient) => void
  /** Shows the menu elsewhere. Default: a dialog. */
  onMore?: (recipient: Recipient) => void
}

/** From so many on, they can be searched. */
const searchedFrom = 10

/** The saved recipients. A row can be selected, and has a menu. */
export function RecipientList({ userId, recipients, onSelect, onMore }: RecipientListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [opened, setOpened] = useState<{ recipient: Recipient; step: RecipientStep } | null>(null)
  const [text, setText] = useState('')
  const found = recipients.length < searchedFrom ? recipients : findRecipients(recipients, text)

  return (
    <section aria-labelledby="recipients">
      <h2 ref={heading} id="recipients" tabIndex={-1} className="pb-2 text-section outline-none">
        {recipientCopy.listTitle}
      </h2>
      {recipients.length >= searchedFrom && (
        <div role="search" className="pb-2">
          <InputField
            label="Search recipients"
            type="search"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 ? (
        <p role="status" className="text-secondary">
          {recipients.length === 0 ? recipientCopy.none : recipientCopy.noneFound(text.trim())}
        </p>
      ) : (
        <ul className="@container divide-y divide-line overflow-hidden rounded bg-card shadow-card">
          {found.map((recipient) => (
            <RecipientRow
              key={recipient.id}
              recipient={recipient}
              onSelect={() => onSelect(recipient)}
              onMore={() => (onMore === undefined ? setOpened({ recipient, step: 'menu' }) : onMore(recipient))}
              onDelete={() => setOpened({ recipient, step: 'delete' })}
            />
          ))}
        </ul>
      )}
      {opened !== null && (
        <RecipientDialog
          userId={userId}
          recipient={opened.recipient}
          initialStep={opened.step}
          fallbackFocus={heading}
          onPay={() => onSelect(opened.recipient)}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

/** The recipients whose name, nickname or numbers contain the text. */
function findRecipients(recipients: Recipient[], text: string): Recipient[] {
  const words = foldText(text.trim())
  const digits = stripSeparators(words)
  return recipients.filter(({ holderName, nickname, sortCode, accountNumber }) => {
    const isNamed = [holderName, nickname ?? ''].some((name) => foldText(name).includes(words))
    return (
      isNamed || (digits !== '' && [stripSeparators(sortCode), accountNumber].some((number) => number.includes(digits)))
    )
  })
}
