import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField } from '@/components/ui/Input'
import { isEmail } from '@/lib/email'
import { messageOf } from '@/lib/errors'
import { toast } from '@/lib/toast'
import { useForm } from '@/lib/useForm'
import { cellCopy } from './copy'

export function FindBankDialog({ onClose }: { onClose: () => void }) {
  const [isSent, setIsSent] = useState(false)
  const { title, text } = isSent ? cellCopy.find.sent : cellCopy.find
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (isEmail(email) ? email.trim() : { errors: { email: cellCopy.find.malformed } }),
    submit: async (email) => (await import('./mutations')).findMyBank(email),
    onSuccess: () => setIsSent(true),
    onFailure: (error) => toast.error({ title: 'Error', text: messageOf(error) }),
    failedField: () => 'email',
  })
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      {isSent ? (
        <Button className="w-full" onClick={onClose}>
          Close
        </Button>
      ) : (
        <form {...form.props} className="space-y-4">
          <InputField label={cellCopy.find.label} {...form.field('email')} type="email" autoComplete="email" />
          <Button type="submit" className="w-full" pending={form.isPending} pendingLabel="Sending...">
            {cellCopy.find.send}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
