import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { CopyableNumber } from '@/components/CopyableNumber'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { InputField } from '@/components/ui/Input'
import { profileQueries } from '@/features/person/profile/queries'
import { messageOf } from '@/lib/errors'
import { useUserId } from '@/lib/session'
import { useForm } from '@/lib/useForm'
import { cardCopy } from './copy'
import { cardDialogCopy } from './dialogCopy'
import { useReadCardSecret, WrongSecurityPin } from './mutations'
import { useHideAfter } from './useHideAfter'

const pinLength = 5

const secrets = {
  card_pin: {
    title: cardCopy.viewPin,
    shownForMs: 10_000,
    shown: cardDialogCopy.pinShown,
    view: cardCopy.viewPin,
    hide: cardDialogCopy.hidePin,
    failed: cardDialogCopy.pinFailed,
  },
  security_code: {
    title: cardCopy.code,
    // As long as the number: both are typed into the same form.
    shownForMs: 30_000,
    shown: cardDialogCopy.codeShown,
    view: cardDialogCopy.viewCode,
    hide: cardDialogCopy.hideCode,
    failed: cardDialogCopy.codeFailed,
  },
}

type CardSecretDialogProps = { secret: keyof typeof secrets; onClose: () => void }

/** Asks for the security PIN, or for the passkey of a customer who has one, then shows the card's PIN or security code for some seconds and closes. */
export function CardSecretDialog({ secret, onClose }: CardSecretDialogProps) {
  const { title, shownForMs, shown, view, hide: hideLabel, failed } = secrets[secret]
  const { data: digits, mutateAsync: read, reset } = useReadCardSecret(secret, { failure: false })
  const hasPasskey = useQuery(profileQueries.own(useUserId())).data?.passkeyState === 'some'
  const isShown = typeof digits === 'string'
  const hide = useCallback(() => {
    reset()
    onClose()
  }, [reset, onClose])
  useHideAfter(shownForMs, isShown, hide)

  return (
    <Dialog
      open
      onOpenChange={hide}
      title={title}
      description={isShown ? shown : hasPasskey ? cardDialogCopy.askPasskey : cardDialogCopy.askPin}
    >
      <div aria-live="polite" className="text-center text-figure">
        {isShown && secret === 'security_code' && <CopyableNumber label={cardCopy.code} value={digits} />}
        {isShown && secret === 'card_pin' && (
          <p className="text-code">
            <span className="sr-only">Your card PIN is </span>
            {/* Read digit by digit. */}
            {Array.from(digits).join(' ')}
          </p>
        )}
      </div>
      {isShown ? (
        <Button className="mt-5 w-full" onClick={hide}>
          {hideLabel}
        </Button>
      ) : (
        <SecurityPinForm label={view} failed={failed} needsPin={!hasPasskey} onSubmit={read} />
      )}
    </Dialog>
  )
}

type SecurityPinFormProps = {
  label: string
  failed: string
  needsPin: boolean
  onSubmit: (pin: string) => Promise<unknown>
}

function SecurityPinForm({ label, failed, needsPin, onSubmit }: SecurityPinFormProps) {
  const form = useForm({
    initial: { pin: '' },
    check: ({ pin }) => (!needsPin || pin.length === pinLength ? pin : { errors: { pin: cardDialogCopy.shortPin } }),
    submit: onSubmit,
    onFailure: (error) => {
      if (error instanceof WrongSecurityPin) form.set({ pin: '' })
    },
    failure: (error) => ({ title: failed, text: messageOf(error) }),
    failedField: (error) => (error instanceof WrongSecurityPin ? 'pin' : undefined),
  })

  return (
    <form {...form.props} className="space-y-5">
      {needsPin && (
        <InputField
          label="Security PIN"
          error={form.errors.pin}
          type="password"
          inputMode="numeric"
          autoComplete="current-password"
          maxLength={pinLength}
          value={form.values.pin}
          onChange={({ target }) => form.set({ pin: target.value.replace(/\D/g, '') })}
          className="text-center text-code"
        />
      )}
      <FormProblem words={form.problem} />
      <Button type="submit" className="w-full" pending={form.isPending} pendingLabel="Checking...">
        {label}
      </Button>
    </form>
  )
}
