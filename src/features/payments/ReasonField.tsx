import { useId, type ComponentProps } from 'react'
import { Select } from '@/components/ui/Select'
import { paymentReasons } from './warnings'

/** The label is beside the choice, because a phone's screen has to show both and the warning below them. */
export function ReasonField(props: ComponentProps<typeof Select>) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-sm font-medium max-[22rem]:w-min">
        Payment reason
      </label>
      <span className="min-w-40 flex-1">
        <Select {...props} id={id}>
          <option value="" disabled hidden>
            Choose a reason
          </option>
          {paymentReasons.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </span>
    </div>
  )
}
