import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Confirmation } from '@/components/Confirmation'
import { FormProblem } from '@/components/FormProblem'
import { RowButton } from '@/components/RowLink'
import { Dialog } from '@/components/ui/Dialog'
import { SelectField } from '@/components/ui/Select'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { messageOf } from '@/lib/errors'
import { useProtect } from './mutations'
import { protectionCopy as copy } from './copy'
import type { OwnAccount } from '@/features/money/savings/queries'

/** The row that says how long what leaves the account waits, and opens the choice. */
export function ProtectedSavings({ account }: { account: OwnAccount }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <RowButton
        icon={ShieldCheck}
        title={copy.title}
        note={copy.state(account.waitHours)}
        onPress={() => setIsOpen(true)}
      />
      {isOpen && <ProtectionDialog account={account} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** How long what leaves the account waits. More applies at once, less after a question. */
function ProtectionDialog({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { id, waitHours, nextWait } = account
  const protect = useProtect(id)
  /** Fewer hours than now, which are asked about first. */
  const [asked, setAsked] = useState<number | null>(null)
  const chosen = protect.isPending ? protect.variables : (nextWait?.hours ?? waitHours)
  const problem = protect.error && { title: copy.failed, text: messageOf(protect.error) }

  const handleChoose = (hours: number) => {
    protect.reset()
    if (hours < waitHours) setAsked(hours)
    else protect.mutate(hours)
  }

  if (asked !== null)
    return (
      <Dialog open onOpenChange={() => setAsked(null)} title={copy.less.title} description={copy.less.text(waitHours)}>
        <Confirmation
          confirmLabel={copy.less.action}
          pending={protect.isPending}
          problem={problem}
          onConfirm={() => protect.mutate(asked, { onSuccess: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        />
      </Dialog>
    )
  return (
    <Dialog open onOpenChange={onClose} title={copy.title} description={copy.text}>
      <div className="space-y-3">
        <ReadOnlyWhileFrozen>
          <SelectField
            label={copy.label}
            value={String(chosen)}
            disabled={protect.isPending}
            onChange={({ target }) => handleChoose(Number(target.value))}
            options={copy.choices}
          />
        </ReadOnlyWhileFrozen>
        {nextWait !== null && (
          <p className="text-label text-care">{copy.later(waitHours, nextWait.from, nextWait.hours)}</p>
        )}
        {problem !== null && <FormProblem words={problem} />}
      </div>
    </Dialog>
  )
}
