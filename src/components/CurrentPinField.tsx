import type { ComponentProps } from 'react'
import { InputField } from '@/components/ui/Input'

export function CurrentPinField(field: Pick<ComponentProps<typeof InputField>, 'value' | 'onChange' | 'error'>) {
  return (
    <InputField
      label="Current PIN"
      {...field}
      type="password"
      inputMode="numeric"
      maxLength={5}
      autoComplete="current-password"
    />
  )
}
