import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { AmountField } from '@/components/AmountField'
import { FormProblem } from '@/components/FormProblem'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { focusFirstInvalid } from '@/lib/formErrors'
import { parsePounds, penceToPounds } from '@/lib/money'
import { toast } from '@/lib/toast'
import { accountToolsCopy } from './copy'
import { balanceFailureWords, useEditBalance } from './mutations'

/** `balance` in pence. */
export function EditBalanceDialog({ balance, onClose }: { balance: number; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(() => penceToPounds(balance))
  const [error, setError] = useState<string>()
  const edit = useEditBalance()

  const handleChange = (text: string) => {
    setTyped(text)
    setError(undefined)
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (edit.isPending) return
    const pence = parsePounds(typed)
    if (pence !== null) return edit.mutate(pence, { onSuccess: onClose })
    toast.error({ title: accountToolsCopy.balanceFailed, text: accountToolsCopy.invalidBalance })
    flushSync(() => setError(accountToolsCopy.invalidBalance))
    if (form.current !== null) focusFirstInvalid(form.current)
  }

  return (
    <Dialog open onOpenChange={onClose} title="Edit Current Account Balance">
      <form ref={form} noValidate onSubmit={handleSubmit} className="space-y-4">
        <AmountField label="New Balance" value={typed} onChange={handleChange} error={error} />
        <FormProblem words={edit.error && balanceFailureWords(edit.error)} />
        <Button type="submit" pending={edit.isPending} className="w-full">
          Update Balance
        </Button>
      </form>
    </Dialog>
  )
}
