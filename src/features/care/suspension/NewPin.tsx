import { useNavigate } from 'react-router-dom'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { OwnPinFields, ownPinProblem } from '@/features/person/auth/shared'
import { casePath } from '@/lib/paths'
import { useForm } from '@/lib/useForm'
import { suspensionCopy } from './copy'
import { useRestoreWithPin } from './mutations'

const copy = suspensionCopy.newPin

/** After someone else may have had the account: the last step before the suspension ends. Its case then shows what was changed. */
export function NewPin({ caseId }: { caseId: string }) {
  const navigate = useNavigate()
  const restore = useRestoreWithPin(() => void navigate(casePath(caseId)))
  const form = useForm({
    initial: { pin: '', repeat: '' },
    check: (typed) => {
      const errors = ownPinProblem(typed)
      return Object.keys(errors).length > 0 ? { errors } : typed.pin
    },
    submit: (pin) => restore.mutateAsync(pin),
  })
  return (
    <form {...form.props} className="mt-4 space-y-4">
      <OwnPinFields field={form.field} />
      <FormProblem words={form.problem} />
      <Button type="submit" className="w-full" pending={form.isPending} pendingLabel={copy.saving}>
        {copy.action}
      </Button>
    </form>
  )
}
