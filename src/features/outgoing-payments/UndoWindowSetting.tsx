import { SheetSection } from '@/components/SheetSection'
import { Field } from '@/components/ui/Field'
import { Select } from '@/components/ui/Select'
import { outgoingCopy } from './copy'
import { useSetUndoWindow } from './mutations'

const { undo } = outgoingCopy

/** How long a payment can be undone. Saved at once. */
export function UndoWindowSetting({ seconds }: { seconds: number }) {
  const save = useSetUndoWindow()
  return (
    <SheetSection title={undo.title}>
      <p className="text-sm text-muted">{undo.text}</p>
      <Field label={undo.label}>
        {(control) => (
          <Select
            {...control}
            value={save.isPending ? save.variables : String(seconds)}
            disabled={save.isPending}
            onChange={(event) => save.mutate(event.target.value)}
          >
            {Object.entries(undo.choices).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </SheetSection>
  )
}
