import type { ComponentProps } from 'react'
import { textProblem } from '@/lib/safeText'
import { profileCopy } from './copy'
import { OneFieldForm } from './OneFieldForm'

type NameFormProps = Omit<ComponentProps<typeof OneFieldForm>, 'field' | 'check' | 'input'>

const longest = 140

export function NameForm(props: NameFormProps) {
  return (
    <OneFieldForm
      {...props}
      field="name"
      check={check}
      input={{ autoComplete: 'name', maxLength: longest, required: true }}
    />
  )
}

function check(name: string): string | null {
  if (name === '') return profileCopy.nameNeeded
  if (name.length > longest) return profileCopy.nameTooLong
  return textProblem(name)
}
