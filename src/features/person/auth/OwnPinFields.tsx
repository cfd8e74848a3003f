import { InputField } from '@/components/ui/Input'
import type { useForm } from '@/lib/useForm'
import { authCopy } from './copy'

const words = authCopy.changePin

export const pinInput = { type: 'password', inputMode: 'numeric', maxLength: 5 } as const
export const isPin = (text: string) => /^\d{5}$/.test(text)

type OwnPin = { pin: string; repeat: string }
type OwnPinFieldsProps = Pick<ReturnType<typeof useForm<OwnPin, unknown>>, 'field'>

/** A PIN that the customer chooses, twice. */
export function OwnPinFields({ field }: OwnPinFieldsProps) {
  return (['pin', 'repeat'] as const).map((name) => (
    <InputField key={name} label={words[name]} {...pinInput} {...field(name)} autoComplete="new-password" />
  ))
}

/** What is wrong with the two fields. */
export function ownPinProblem({ pin, repeat }: OwnPin): Partial<OwnPin> {
  if (!isPin(pin)) return { pin: words.pinNeeded }
  return pin === repeat ? {} : { repeat: words.repeatDiffers }
}
