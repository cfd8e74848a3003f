import { useId } from 'react'
import { Select, type SelectProps } from '@/components/ui/Select'
import { paymentReasons, reasonWords } from './warnings'

/** The label is beside the choice, because a phone's screen has to show both and the warning below them. */
export function ReasonField(props: Omit<SelectProps, 'options'>) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className="text-label max-[22rem]:w-min">
        Payment reason
      </label>
      <span className="min-w-40 flex-1">
        <Select {...props} id={id} options={paymentReasons.map((reason) => [reason, reasonWords[reason]])}>
          <option value="" disabled hidden>
            Choose a reason
          </option>
        </Select>
      </span>
    </div>
  )
}
