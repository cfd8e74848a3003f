import { useQuery } from '@tanstack/react-query'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { Switch } from '@/components/ui/Switch'
import { profileQueries } from '@/features/person/profile/queries'
import { formatDateTime } from '@/lib/dates'
import { formatPence, parsePounds } from '@/lib/money'
import { useUserId } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useForm } from '@/lib/useForm'
import { usePendingChanges } from '@/lib/usePendingChanges'
import { cardCopy } from './copy'
import { cardDialogCopy } from './dialogCopy'
import { controlsTurn, useChangeControls, type ControlChange } from './mutations'
import type { Card } from './queries'

type CardSettingsDialogProps = { card: Card; onReplace: () => void; onClose: () => void }

export function CardSettingsDialog({ card, onReplace, onClose }: CardSettingsDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={cardCopy.settings}>
      <div className="space-y-6">
        <Controls card={card} />
        <Limits card={card} />
        <Button variant="secondary" className="w-full text-danger" onClick={onReplace}>
          {cardCopy.replace}
        </Button>
      </div>
    </Dialog>
  )
}

function Controls({ card }: { card: Card }) {
  const { mutate: change } = useChangeControls(card.id)
  const sent: ControlChange = Object.assign({}, ...usePendingChanges<ControlChange>(controlsTurn(card.id)))
  const isBlocked = useQuery(profileQueries.own(useUserId())).data?.supportNeeds.includes('gambling') ?? false
  const isGamblingOn = sent.gambling ?? card.gambling !== 'blocked'
  return (
    <div className="space-y-3">
      {cardDialogCopy.switches.map(({ name, ...words }) => (
        <Switch
          key={name}
          {...words}
          checked={sent[name] ?? card[name]}
          onChange={(isOn) => change({ [name]: isOn })}
        />
      ))}
      <Switch
        label={cardDialogCopy.gambling.label}
        hint={
          isBlocked
            ? cardDialogCopy.gambling.inNeeds
            : card.gamblingFrom !== null && card.gambling === 'waiting'
              ? cardDialogCopy.gambling.waiting(formatDateTime(card.gamblingFrom))
              : cardDialogCopy.gambling.hint
        }
        checked={isGamblingOn && !isBlocked}
        disabled={isBlocked}
        onChange={(isOn) => change({ gambling: isOn })}
      />
    </div>
  )
}

function Limits({ card }: { card: Card }) {
  const { mutateAsync: change } = useChangeControls(card.id, { failure: false })
  const userId = useUserId()
  const form = useForm({
    initial: {
      purchaseLimit: formatPence(card.purchaseLimit).slice(1),
      dailyLimit: formatPence(card.dailyLimit).slice(1),
    },
    draft: `card-limits:${userId}:${card.id}`,
    forgetsOnLeave: true,
    check: (values) => {
      // The server refuses an amount outside the range with the same words.
      const purchaseLimit = parsePounds(values.purchaseLimit)
      const dailyLimit = parsePounds(values.dailyLimit)
      if (purchaseLimit !== null && dailyLimit !== null) return { purchaseLimit, dailyLimit }
      return {
        errors: {
          ...(purchaseLimit === null && { purchaseLimit: cardDialogCopy.limitRange }),
          ...(dailyLimit === null && { dailyLimit: cardDialogCopy.limitRange }),
        },
      }
    },
    submit: change,
    onSuccess: (submitted) => {
      form.reset(submitted)
      toast.success(cardDialogCopy.limitsSaved)
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      <AmountField
        label={cardDialogCopy.purchaseLimit}
        value={form.values.purchaseLimit}
        onChange={(purchaseLimit) => form.set({ purchaseLimit })}
        error={form.errors.purchaseLimit}
      />
      <AmountField
        label={cardDialogCopy.dailyLimit}
        value={form.values.dailyLimit}
        onChange={(dailyLimit) => form.set({ dailyLimit })}
        error={form.errors.dailyLimit}
      />
      <FormProblem words={form.problem} />
      <Button type="submit" variant="secondary" className="w-full" pending={form.isPending} pendingLabel="Saving...">
        Save limits
      </Button>
    </form>
  )
}
