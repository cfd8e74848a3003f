import type { ComponentProps } from 'react'
import { SelectField } from '@/components/ui/Select'
import { complaintCopy as copy } from './complaintCopy'

/** What a complaint is about. */
export function TopicField(field: Pick<ComponentProps<typeof SelectField>, 'value' | 'onChange' | 'error'>) {
  return (
    <SelectField label={copy.topic} {...field} options={Object.entries(copy.topics)}>
      <option value="">Choose one</option>
    </SelectField>
  )
}
