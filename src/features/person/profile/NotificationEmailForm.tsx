import type { ComponentProps } from 'react'
import { isEmail } from '@/lib/email'
import { isSafeText } from '@/lib/safeText'
import { profileCopy } from './copy'
import { OneFieldForm } from './OneFieldForm'

type NotificationEmailFormProps = Omit<ComponentProps<typeof OneFieldForm>, 'field' | 'check' | 'input' | 'hint'>

export function NotificationEmailForm(props: NotificationEmailFormProps) {
  return (
    <OneFieldForm
      {...props}
      field="email"
      hint={profileCopy.emailUse}
      check={check}
      input={{ type: 'email', autoComplete: 'email', maxLength: 254 }}
    />
  )
}

/** An empty field is valid: no address. */
function check(email: string): string | null {
  return email === '' || (isEmail(email) && isSafeText(email)) ? null : profileCopy.emailMalformed
}
