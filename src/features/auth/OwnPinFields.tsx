import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'
import type { useForm } from '@/lib/useForm'
import { authCopy } from './copy'

const words = authCopy.changePin

export const pinInput = { type: 'password', inputMode: 'numeric', maxLength: 5 } as const
export const isPin = (text: string) => /^\d{5}$/.test(text)

type OwnPin = { pin: string; repeat: string }
type OwnPinFieldsProps = { form: Pick<ReturnType<typeof useForm<OwnPin, unknown>>, 'errors' | 'input'> }

/** A PIN that the customer chooses, twice. */
export function OwnPinFields({ form }: OwnPinFieldsProps) {
  return (['pin', 'repeat'] as const).map((name) => (
    <Field key={name} label={words[name]} error={form.errors[name]}>
      {(control) => <Input {...control} {...pinInput} {...form.input(name)} autoComplete="new-password" />}
    </Field>
  ))
}

/** What is wrong with the two fields. */
export function ownPinProblem({ pin, repeat }: OwnPin): Partial<OwnPin> {
  if (!isPin(pin)) return { pin: words.pinNeeded }
  return pin === repeat ? {} : { repeat: words.repeatDiffers }
}
