import { useState } from 'react'
import { AmountField } from '@/components/AmountField'
import { DialogButtons } from '@/components/DialogButtons'
import { FormProblem } from '@/components/FormProblem'
import { ReasonField, reasonProblem } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { Checkbox } from '@/components/ui/Checkbox'
import { Dialog } from '@/components/ui/Dialog'
import { formatPence, parsePounds } from '@/lib/money'
import { useForm } from '@/lib/useForm'
import { staffCaseCopy } from './copy'
import { useRecordRecovery } from './mutations'
import { waitsForSecond, type StaffCase } from './queries'

const copy = staffCaseCopy.recovery

/** Books what the payee's bank has paid of its part of a refund. */
export function RecordRecovery({ shown, owed }: { shown: StaffCase; owed: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" disabled={waitsForSecond(shown)} onClick={() => setIsOpen(true)}>
        {copy.action}
      </Button>
      {isOpen && <RecoveryDialog id={shown.id} owed={owed} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function RecoveryDialog({ id, owed: owedNow, onClose }: { id: string; owed: number; onClose: () => void }) {
  // What the agent saw: after a lost answer the case can say that the part is booked.
  const [owed] = useState(owedNow)
  const record = useRecordRecovery(id)
  const [isAll, setIsAll] = useState(false)
  const form = useForm({
    initial: { received: '', reason: '' },
    check: ({ received, reason }) => {
      const pence = parsePounds(received)
      const problem = reasonProblem(reason)
      const isWrong = pence === null || pence > owed || (pence === 0 && !isAll)
      if (isWrong || problem !== null)
        return {
          errors: {
            ...(isWrong && { received: copy.badAmount(formatPence(owed)) }),
            ...(problem !== null && { reason: problem }),
          },
        }
      return { pence, isAll, reason: reason.trim(), owed }
    },
    submit: (recovery) => record.mutateAsync(recovery),
    onSuccess: onClose,
  })
  return (
    <Dialog open onOpenChange={onClose} title={copy.action} description={copy.text(formatPence(owed))}>
      <form {...form.props} className="space-y-4">
        <AmountField
          label={copy.received}
          value={form.values.received}
          error={form.errors.received}
          onChange={(received) => form.set({ received })}
        />
        <Checkbox label={copy.isAll} checked={isAll} onChange={setIsAll} />
        <ReasonField form={form} />
        <FormProblem words={form.problem} />
        <DialogButtons label={copy.confirm} pending={form.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
