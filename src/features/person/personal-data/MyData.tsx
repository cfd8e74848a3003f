import { CurrentPinField } from '@/components/CurrentPinField'
import { FormProblem } from '@/components/FormProblem'
import { SheetSection } from '@/components/SheetSection'
import { Button } from '@/components/ui/Button'
import { messageOf } from '@/lib/errors'
import { useForm } from '@/lib/useForm'
import { personalDataCopy as copy } from './copy'
import { useSaveMyData } from './mutations'

/** The file with the customer's own data, for their PIN. */
export function MyData() {
  const save = useSaveMyData()
  const form = useForm({
    initial: { currentPin: '' },
    check: ({ currentPin }) => (/^\d{5}$/.test(currentPin) ? currentPin : { errors: { currentPin: copy.pinNeeded } }),
    submit: (pin) => save.mutate(pin, { onSettled: () => form.set({ currentPin: '' }) }),
  })
  return (
    <SheetSection title={copy.title}>
      <p className="text-secondary">{copy.text}</p>
      <form {...form.props} className="space-y-4">
        <CurrentPinField {...form.field('currentPin')} />
        <FormProblem words={save.isError ? { title: copy.failed, text: messageOf(save.error) } : null} />
        <Button
          type="submit"
          variant="secondary"
          className="w-full"
          pending={save.isPending}
          pendingLabel={copy.creating}
        >
          {copy.action}
        </Button>
      </form>
    </SheetSection>
  )
}
