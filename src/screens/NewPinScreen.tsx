import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { FormProblem } from '@/components/FormProblem'
import { LonePage } from '@/components/LonePage'
import { Button } from '@/components/ui/Button'
import { buttonLook } from '@/components/ui/buttonLook'
import { newPinCopy } from '@/features/person/auth/newPinCopy'
import { chooseNewPin } from '@/features/person/auth/mutations'
import { OwnPinFields, ownPinProblem } from '@/features/person/auth/OwnPinFields'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { useForm } from '@/lib/useForm'

/** The link in the mail that answers 'Forgotten details?' leads here, and needs no sign-in. */
export function NewPinScreen() {
  const token = useLocation().hash.slice(1)
  // A second link can be opened in the same tab.
  return <ByLink key={token} token={token} />
}

function ByLink({ token }: { token: string }) {
  const [state, setState] = useState<'form' | 'set' | 'ended'>(token === '' ? 'ended' : 'form')
  if (state === 'form') return <ChoosePin token={token} onAnswer={(isSet) => setState(isSet ? 'set' : 'ended')} />
  const { title, text, action } = newPinCopy[state]
  return (
    // Another page for React, so that the focus moves to its heading.
    <LonePage key={state} name={newPinCopy.action} title={title}>
      <p role="status">{text}</p>
      <Link to={paths.auth} className={cn(buttonLook(state === 'set' ? 'primary' : 'secondary'), 'w-full')}>
        {action}
      </Link>
    </LonePage>
  )
}

function ChoosePin({ token, onAnswer }: { token: string; onAnswer: (isSet: boolean) => void }) {
  // The same for each try: after a lost answer, the server gives it again.
  const requestId = useRef(crypto.randomUUID())
  const form = useForm({
    initial: { pin: '', repeat: '' },
    check: (values) => {
      const errors = ownPinProblem(values)
      return Object.keys(errors).length === 0 ? values.pin : { errors }
    },
    submit: async (pin: string) => onAnswer(await chooseNewPin(token, pin, requestId.current)),
    failure: newPinCopy.failure,
  })
  return (
    <LonePage name={newPinCopy.action} title={newPinCopy.title}>
      <p className="text-secondary">{newPinCopy.rules}</p>
      <form {...form.props} className="space-y-4">
        <OwnPinFields field={form.field} />
        <FormProblem words={form.problem} />
        <Button type="submit" className="w-full" pending={form.isPending} pendingLabel="Saving...">
          {newPinCopy.action}
        </Button>
      </form>
    </LonePage>
  )
}
