import { useState } from 'react'
import { FormDialog } from '@/components/FormDialog'
import { actionOf, MessagePreview } from '@/features/staff/previews/shared'
import { ReasonDialog, ReasonField, reasonProblem } from '@/features/staff/saved-texts/shared'
import { Button } from '@/components/ui/Button'
import { SelectField } from '@/components/ui/Select'
import { formatPence } from '@/lib/money'
import { useForm } from '@/lib/useForm'
import { noRefundWords, type Claim } from './ClaimFacts'
import { staffCaseCopy as copy } from './copy'
import { useDecideClaim, caseArguments } from './mutations'
import { waitsForSecond, type StaffCase } from './queries'

/** Refunds or refuses a claim. */
export function ClaimDecision({ shown, claim }: { shown: StaffCase; claim: Claim }) {
  const [open, setOpen] = useState<'refund' | 'refuse' | null>(null)
  const decide = useDecideClaim(shown.id)
  const close = () => setOpen(null)
  const refund = formatPence(claim.refund)
  const words =
    claim.refund === 0
      ? { title: copy.nothingTitle, text: copy.nothingText(noRefundWords(claim)), confirmLabel: copy.nothing }
      : { title: copy.refundTitle, text: copy.refundText(refund), confirmLabel: copy.refund(refund) }
  return (
    <>
      <Button
        variant="secondary"
        className="border-danger! text-danger!"
        disabled={waitsForSecond(shown)}
        onClick={() => setOpen('refuse')}
      >
        {copy.refuse}
      </Button>
      <Button disabled={waitsForSecond(shown)} onClick={() => setOpen('refund')}>
        {words.confirmLabel}
      </Button>
      {open === 'refund' && (
        <ReasonDialog
          {...words}
          submit={(reason) => decide.mutateAsync({ standard: null, reason })}
          preview={(reason) => actionOf('decide_claim', caseArguments.claim(shown.id, { standard: null, reason }))}
          onClose={close}
        />
      )}
      {open === 'refuse' && <RefuseDialog id={shown.id} standards={claim.standards} onClose={close} />}
    </>
  )
}

function RefuseDialog({ id, standards, onClose }: { id: string; standards: string[]; onClose: () => void }) {
  const decide = useDecideClaim(id)
  const form = useForm({
    initial: { standard: '', reason: '' },
    check: ({ standard, reason }) => {
      const problem = reasonProblem(reason)
      if (standard === '' || problem !== null)
        return {
          errors: {
            ...(standard === '' && { standard: copy.chooseStandard }),
            ...(problem !== null && { reason: problem }),
          },
        }
      return { standard, reason: reason.trim() }
    },
    submit: (decision) => decide.mutateAsync(decision),
    onSuccess: onClose,
  })
  const refusal = form.checked()
  return (
    <FormDialog
      title={copy.refuseTitle}
      text={copy.refuseText}
      form={form}
      label={copy.refuse}
      variant="danger"
      onClose={onClose}
    >
      <SelectField
        label={copy.standard}
        {...form.field('standard')}
        options={standards.map((standard) => [standard, copy.standards[standard]])}
      >
        <option value="">{copy.chooseStandard}</option>
      </SelectField>
      <ReasonField form={form} />
      <MessagePreview action={refusal && actionOf('decide_claim', caseArguments.claim(id, refusal))} />
    </FormDialog>
  )
}
