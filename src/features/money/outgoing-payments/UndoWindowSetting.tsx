import { SheetSection } from '@/components/SheetSection'
import { SelectField } from '@/components/ui/Select'
import { outgoingCopy } from './copy'
import { useSetUndoWindow } from './mutations'

const { undo } = outgoingCopy

/** How long a payment can be undone. Saved at once. */
export function UndoWindowSetting({ seconds }: { seconds: number }) {
  const save = useSetUndoWindow()
  return (
    <SheetSection title={undo.title}>
      <p className="text-secondary">{undo.text}</p>
      <SelectField
        label={undo.label}
        value={save.isPending ? save.variables : String(seconds)}
        disabled={save.isPending}
        onChange={(event) => save.mutate(event.target.value)}
        options={Object.entries(undo.choices)}
      />
    </SheetSection>
  )
}
