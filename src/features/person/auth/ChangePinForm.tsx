import { useEffect, useRef } from 'react'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { enterDeviceCode } from '@/features/person/devices/shared'
import { refusalOf } from '@/lib/errors'
import { toast } from '@/lib/toast'
import { useForm, type FieldProblem } from '@/lib/useForm'
import { authCopy } from './copy'
import { changePin, enterPin } from './mutations'
import { isPin, OwnPinFields, ownPinProblem, pinInput } from './OwnPinFields'

const words = authCopy.changePin
const initial = { code: '', currentPin: '', choice: 'random', pin: '', repeat: '' }
type Values = typeof initial
/** `pin`: null for a random one. */
type Change = { code: string; currentPin: string; pin: string | null }

type ChangePinFormProps = {
  /** Whether a code from the mail is needed too: the account is frozen. */
  needsCode: boolean
  onCancel: () => void
  onChanged: (pin: string, isRandom: boolean) => void
}

export function ChangePinForm({ needsCode, onCancel, onChanged }: ChangePinFormProps) {
  const first = useRef<HTMLInputElement>(null)
  // After a lost answer the PIN may have changed. The server still knows for five minutes that it was entered.
  const entered = useRef<string | null>(null)
  const form = useForm({
    initial,
    check: (values: Values) =>
      needsCode && !/^\d{6}$/.test(values.code) ? { errors: { code: words.codeNeeded } } : check(values),
    submit: async ({ code, currentPin, pin }: Change) => {
      try {
        if (needsCode) await enterDeviceCode(code)
        if (entered.current !== currentPin) await enterPin(currentPin)
        entered.current = currentPin
        const changed = await changePin(pin)
        toast.success(words.changed)
        onChanged(changed, pin === null)
      } catch (error) {
        if (refusalOf(error)?.field === 'currentPin') entered.current = null
        throw error
      }
    },
  })
  const isOwn = form.values.choice === 'own'

  useEffect(() => first.current?.focus(), [])

  return (
    <form {...form.props} className="space-y-4">
      {needsCode && (
        <InputField
          label={words.code}
          {...form.field('code')}
          inputMode="numeric"
          maxLength={6}
          autoComplete="one-time-code"
        />
      )}
      <InputField
        label={words.current}
        {...pinInput}
        {...form.field('currentPin')}
        ref={first}
        autoComplete="current-password"
      />
      <fieldset>
        <legend className="text-label">{words.legend}</legend>
        {(['random', 'own'] as const).map((choice) => (
          <label key={choice} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="choice"
              checked={form.values.choice === choice}
              onChange={() => form.set({ choice })}
              className="size-5 accent-brand"
            />
            {words[choice]}
          </label>
        ))}
      </fieldset>
      {isOwn && <OwnPinFields field={form.field} />}
      <FormProblem words={form.problem} />
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={form.isPending} pendingLabel="Changing...">
          {words.action}
        </Button>
      </div>
    </form>
  )
}

function check({ code, currentPin, choice, pin, repeat }: Values): Change | FieldProblem<keyof Values> {
  const errors = {
    ...(!isPin(currentPin) && { currentPin: words.currentNeeded }),
    ...(choice === 'own' && checkOwn(currentPin, pin, repeat)),
  }
  if (Object.keys(errors).length > 0) return { errors }
  return { code, currentPin, pin: choice === 'own' ? pin : null }
}

function checkOwn(currentPin: string, pin: string, repeat: string) {
  return isPin(pin) && pin === currentPin ? { pin: words.samePin } : ownPinProblem({ pin, repeat })
}
