import type { RefObject } from 'react'
import { CurrentPinField } from '@/components/CurrentPinField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { useFocusFallback } from '@/components/useFocusFallback'
import { CodeByMail } from '@/features/person/devices/shared'
import type { Profile } from '@/features/person/profile/queries'
import { messageOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { passkeyCopy } from './copy'
import { useRemovePasskey, type Proof } from './mutations'
import type { Passkey } from './queries'

const words = passkeyCopy.remove

type RemovePasskeyDialogProps = {
  profile: Profile
  passkey: Passkey
  hasOther: boolean
  fallbackFocus: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Asks for the PIN, or for a code from the mail in a frozen account. Another passkey will do in both. */
export function RemovePasskeyDialog(props: RemovePasskeyDialogProps) {
  const { profile, passkey, hasOther, fallbackFocus, onClose } = props
  useFocusFallback(fallbackFocus)
  const remove = useRemovePasskey(passkey.id)
  const withOther = useRemovePasskey(passkey.id)
  // With another passkey, or with the code that a frozen account needs, there is no wait.
  const text = hasOther || profile.isFrozen ? words.text : `${words.text} ${words.last}`
  const removeWith = (proof: Proof) => {
    withOther.reset()
    return remove.mutateAsync(proof, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={onClose} title={words.title(passkey.name)} description={text}>
      <div className="space-y-4">
        {profile.isFrozen ? (
          <CodeByMail userId={profile.id} askText={words.askText} confirm={(code) => removeWith({ code })} />
        ) : (
          <PinForm remove={(pin) => removeWith({ pin })} />
        )}
        {hasOther && (
          <>
            <FormProblem words={withOther.isError ? { title: words.failed, text: messageOf(withOther.error) } : null} />
            <Button
              variant="secondary"
              className="w-full"
              pending={withOther.isPending}
              onClick={() => withOther.mutate('passkey', { onSuccess: onClose })}
            >
              {words.other}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

function PinForm({ remove }: { remove: (pin: string) => Promise<unknown> }) {
  const form = useForm({
    initial: { currentPin: '' },
    check: ({ currentPin }) =>
      /^\d{5}$/.test(currentPin) ? currentPin : { errors: { currentPin: passkeyCopy.add.pinNeeded } },
    submit: remove,
    failure: (error) => ({ title: words.failed, text: messageOf(error) }),
  })
  return (
    <form {...form.props} className="space-y-4">
      <CurrentPinField {...form.field('currentPin')} />
      <FormProblem words={form.problem} />
      <Button type="submit" variant="danger" className="w-full" pending={form.isPending} pendingLabel="Removing...">
        {words.action}
      </Button>
    </form>
  )
}
