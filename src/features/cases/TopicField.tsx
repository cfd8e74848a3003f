import { SelectField, type SelectProps } from '@/components/ui/Select'
import { complaintCopy as copy } from './complaintCopy'

type TopicFieldProps = { error?: string; input: Pick<SelectProps, 'value' | 'onChange'> }

/** What a complaint is about. */
export function TopicField({ error, input }: TopicFieldProps) {
  return (
    <SelectField label={copy.topic} error={error} {...input} options={Object.entries(copy.topics)}>
      <option value="">Choose one</option>
    </SelectField>
  )
}
