import { FormProblem } from '@/components/FormProblem'
import { SpokenDigits } from '@/components/SpokenDigits'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { ReadOnlyWhileFrozen } from '@/features/person/freeze/shared'
import { nameLimit } from '@/lib/paymentRules'
import { textProblem } from '@/lib/safeText'
import { useUserId } from '@/lib/session'
import { useForm, type FieldProblem } from '@/lib/useForm'
import { recipientCopy } from './copy'
import { editFailureWords, useEditRecipient } from './mutations'
import type { Recipient } from './queries'

type Names = { name: string; nickname: string }

/** Changes the name and the nickname. Other numbers are another recipient. */
export function RecipientForm({ recipient, onDone }: { recipient: Recipient; onDone: () => void }) {
  const edit = useEditRecipient()
  const userId = useUserId()
  const form = useForm({
    initial: { name: recipient.holderName, nickname: recipient.nickname ?? '' },
    draft: `recipient:${userId}:${recipient.id}`,
    forgetsOnLeave: true,
    check: checkNames,
    submit: ({ name, nickname }) =>
      edit.mutateAsync({ ...recipient, holderName: name, nickname: nickname === '' ? null : nickname }),
    onSuccess: onDone,
    failure: editFailureWords,
  })
  return (
    <ReadOnlyWhileFrozen>
      <form {...form.props} className="space-y-4">
        <p className="text-secondary tabular-nums">
          <SpokenDigits>{`${recipient.sortCode} ${recipient.accountNumber}`}</SpokenDigits>
        </p>
        <InputField label="Name on account" {...form.field('name')} autoComplete="off" maxLength={nameLimit} />
        <InputField
          label="Nickname"
          hint={recipientCopy.nicknameHint}
          {...form.field('nickname')}
          autoComplete="off"
          maxLength={nameLimit}
        />
        <FormProblem words={form.problem} />
        <Button type="submit" pending={form.isPending} className="w-full">
          Save
        </Button>
      </form>
    </ReadOnlyWhileFrozen>
  )
}

function checkNames({ name, nickname }: Names): { name: string; nickname: string } | FieldProblem<keyof Names> {
  const nameProblem = name.trim() === '' ? recipientCopy.nameNeeded : textProblem(name)
  const nicknameProblem = textProblem(nickname)
  if (nameProblem === null && nicknameProblem === null) return { name: name.trim(), nickname: nickname.trim() }
  return {
    errors: {
      ...(nameProblem !== null && { name: nameProblem }),
      ...(nicknameProblem !== null && { nickname: nicknameProblem }),
    },
  }
}
