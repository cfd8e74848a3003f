import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { SelectField } from '@/components/ui/Select'
import { messageOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { cardCopy } from './copy'
import { cardDialogCopy } from './dialogCopy'
import { useReplaceCard, type ReplaceReason } from './mutations'

const reasons: ReplaceReason[] = ['lost', 'stolen', 'damaged']

export function ReplaceCardDialog({ cardId, onClose }: { cardId: string; onClose: () => void }) {
  const { mutateAsync: replace } = useReplaceCard(cardId)
  const form = useForm({
    initial: { reason: '' },
    check: (values) =>
      reasons.find((reason) => reason === values.reason) ?? { errors: { reason: cardDialogCopy.chooseReason } },
    submit: replace,
    onSuccess: onClose,
    failure: (error) => ({ title: cardDialogCopy.replaceFailed, text: messageOf(error) }),
  })
  return (
    <Dialog open onOpenChange={onClose} title={cardCopy.replace} description={cardDialogCopy.replaceText}>
      <form {...form.props} className="space-y-5">
        <SelectField
          label="What happened?"
          {...form.field('reason')}
          options={reasons.map((reason) => [reason, cardDialogCopy.reasons[reason]])}
        >
          <option value="" disabled>
            Choose one
          </option>
        </SelectField>
        <FormProblem words={form.problem} />
        <Button type="submit" variant="danger" className="w-full" pending={form.isPending} pendingLabel="Blocking...">
          {cardDialogCopy.confirmReplace}
        </Button>
      </form>
    </Dialog>
  )
}
