import type { RefObject } from 'react'
import { CurrentPinField } from '@/components/CurrentPinField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { useFocusFallback } from '@/components/useFocusFallback'
import { messageOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { passkeyCopy } from './copy'
import { useRemovePasskey } from './mutations'
import type { Passkey } from './queries'

const words = passkeyCopy.remove

type RemovePasskeyDialogProps = {
  passkey: Passkey
  left: Passkey[]
  fallbackFocus: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Asks for the PIN, or for another passkey. */
export function RemovePasskeyDialog({ passkey, left, fallbackFocus, onClose }: RemovePasskeyDialogProps) {
  useFocusFallback(fallbackFocus)
  const remove = useRemovePasskey()
  const form = useForm({
    initial: { currentPin: '' },
    check: ({ currentPin }) =>
      /^\d{5}$/.test(currentPin) ? currentPin : { errors: { currentPin: passkeyCopy.add.pinNeeded } },
    submit: (currentPin) => remove.mutateAsync({ passkey, left, currentPin }),
    onSuccess: onClose,
    failure: (error) => ({ title: 'Passkey not removed', text: messageOf(error) }),
  })
  const handleOther = () => remove.mutate({ passkey, left, currentPin: null }, { onSuccess: onClose })
  const otherProblem =
    remove.isError && !form.isPending && remove.variables.currentPin === null
      ? { title: 'Passkey not removed', text: messageOf(remove.error) }
      : null

  return (
    <Dialog open onOpenChange={onClose} title={words.title(passkey.name)} description={words.text}>
      <form {...form.props} className="space-y-4">
        <CurrentPinField form={form} />
        <FormProblem words={form.problem ?? otherProblem} />
        <Button type="submit" variant="danger" className="w-full" pending={form.isPending} pendingLabel="Removing...">
          {words.action}
        </Button>
        {left.length > 0 && (
          <Button
            variant="secondary"
            className="w-full"
            pending={remove.isPending && !form.isPending}
            onClick={handleOther}
          >
            {words.other}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
