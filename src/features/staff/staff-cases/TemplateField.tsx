import { TextAreaField } from '@/components/ui/Input'
import { SelectField } from '@/components/ui/Select'
import { SavedReasons } from '@/features/staff/saved-texts/shared'
import { inOneParagraph, textProblem } from '@/lib/safeText'
import { complaintCopy as copy } from './complaintCopy'

type TemplateFieldProps = {
  label: string
  templates: { label: string; text: string }[]
  value: string
  error?: string
  onChange: (words: string) => void
}

/** A text for the customer, which staff can start from a template. */
export function TemplateField({ label, templates, value, error, onChange }: TemplateFieldProps) {
  return (
    <>
      <SelectField
        label={copy.startFrom}
        value={templates.find(({ text }) => text === value)?.label ?? ''}
        onChange={(event) => onChange(templates.find((each) => each.label === event.target.value)?.text ?? '')}
        options={templates.map((template) => [template.label, template.label])}
      >
        <option value="">{copy.ownWords}</option>
      </SelectField>
      <TextAreaField
        label={label}
        error={error}
        counter={`${value.length}/500`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        rows={5}
        maxLength={500}
      />
      <SavedReasons typed={value} onChoose={onChange} />
    </>
  )
}

/** What is wrong with a text for the customer, or the text. */
export function checkWords(typed: string): { words: string } | { problem: string } {
  const words = inOneParagraph(typed)
  const problem = words === '' ? copy.noWords : /\[[^\]]*\]/.test(words) ? copy.unfilled : textProblem(words)
  return problem === null ? { words } : { problem }
}
