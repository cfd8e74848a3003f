import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField } from '@/components/ui/Input'
import { download } from '@/lib/download'
import { isEmail } from '@/lib/email'
import { useForm, type FieldProblem, type Problem } from '@/lib/useForm'
import { authCopy } from './copy'
import { toastFailure } from './Refused'

export function ForgotPinDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { email: '' },
    check,
    submit: async (email) => (await download(() => import('./mutations'))).requestPinReset(email),
    onSuccess: onClose,
    onFailure: toastFailure,
    failedField: () => 'email',
  })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Forgot your PIN?"
      description="Tell us your registered email address. An administrator will get in touch by email."
    >
      <form {...form.props} className="space-y-4">
        <InputField label="Email Address" {...form.field('email')} type="email" autoComplete="email" />
        <div className="flex flex-wrap gap-3 *:grow">
          <Button variant="secondary" className="px-3!" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className="px-3!" pending={form.isPending} pendingLabel="Sending...">
            Send Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function check({ email }: { email: string }): string | Problem<'email'> | FieldProblem<'email'> {
  const { emailRequired, emailMalformed } = authCopy
  if (email.trim() === '') return { toast: emailRequired, errors: { email: emailRequired.text } }
  return isEmail(email) ? email.trim() : { errors: { email: emailMalformed } }
}
