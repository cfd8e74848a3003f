import { DateField } from '@/components/DateField'
import { TextAreaField } from '@/components/ui/Input'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import type { useForm } from '@/lib/useForm'
import type { SuspensionChoices } from './queries'
import { staffSuspensionCopy as copy } from './staffCopy'

const longestMessage = 350

type Values = { message: string; nextUpdate: string }
type TextAndDayFieldsProps = {
  form: Pick<ReturnType<typeof useForm<Values, unknown>>, 'errors' | 'field' | 'set' | 'values'>
  choices: SuspensionChoices
}

/** What a suspended customer is told, and the day by which they hear more. */
export function TextAndDayFields({ form, choices }: TextAndDayFieldsProps) {
  return (
    <>
      <TextAreaField
        label={copy.message}
        hint={copy.messageHint}
        counter={`${form.values.message.length}/${longestMessage}`}
        {...form.field('message')}
        rows={5}
        maxLength={longestMessage}
      />
      <DateField
        label={copy.nextUpdate}
        day={form.values.nextUpdate}
        from={choices.first_day}
        until={choices.last_day}
        onChange={(nextUpdate) => form.set({ nextUpdate })}
        error={form.errors.nextUpdate}
      />
    </>
  )
}

/** What is wrong with the text. Null: nothing. */
export function suspensionTextProblem(typed: string): string | null {
  const message = inOneParagraph(typed)
  if (message === '') return copy.noMessage
  return /[[\]]/.test(message) ? copy.brackets : textProblem(message)
}
