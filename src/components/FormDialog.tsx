import type { ReactNode } from 'react'
import type { ButtonVariant } from '@/components/ui/buttonLook'
import { Dialog } from '@/components/ui/Dialog'
import type { useForm } from '@/lib/useForm'
import { DialogButtons } from './DialogButtons'
import { FormProblem } from './FormProblem'

type FormDialogProps = {
  title: string
  text: string
  form: Pick<ReturnType<typeof useForm>, 'props' | 'problem' | 'isPending'>
  /** The button that submits. A verb: 'Send'. */
  label: string
  variant?: ButtonVariant
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A dialog that is one form, with what no field says above its buttons. */
export function FormDialog({ title, text, form, label, variant, onClose, children }: FormDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={text}>
      <form {...form.props} className="space-y-4">
        {children}
        <FormProblem words={form.problem} />
        <DialogButtons label={label} variant={variant} pending={form.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
