import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/Field'
import { Select } from '@/components/ui/Select'
import { complaintCopy as copy } from './complaintCopy'

type TopicFieldProps = { error?: string; input: Pick<ComponentProps<typeof Select>, 'value' | 'onChange'> }

/** What a complaint is about. */
export function TopicField({ error, input }: TopicFieldProps) {
  return (
    <Field label={copy.topic} error={error}>
      {(control) => (
        <Select {...control} {...input}>
          <option value="">Choose one</option>
          {Object.entries(copy.topics).map(([topic, label]) => (
            <option key={topic} value={topic}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
