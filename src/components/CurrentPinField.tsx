import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/Field'
import { Input } from '@/components/ui/Input'

/** A form with the field. */
type PinForm = {
  errors: { currentPin?: string }
  input: (field: 'currentPin') => Pick<ComponentProps<typeof Input>, 'value' | 'onChange'>
}

export function CurrentPinField({ form }: { form: PinForm }) {
  return (
    <Field label="Current PIN" error={form.errors.currentPin}>
      {(control) => (
        <Input
          {...control}
          {...form.input('currentPin')}
          type="password"
          inputMode="numeric"
          maxLength={5}
          autoComplete="current-password"
        />
      )}
    </Field>
  )
}
