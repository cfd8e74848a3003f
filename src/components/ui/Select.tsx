import { ChevronDown } from 'lucide-react'
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { Field } from './Field'
import { controlLook } from './Input'

export type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  ref?: Ref<HTMLSelectElement>
  options: readonly (readonly [value: string, words: ReactNode])[]
  /** The options above these: one without a value. */
  children?: ReactNode
}

/** The platform's own select, for its picker on phones. The browser's own arrow would touch the edge. */
export function Select({ className, ref, options, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} ref={ref} className={cn(controlLook, 'appearance-none pr-11!', className)}>
        {children}
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-4 my-auto size-5 text-muted" />
    </span>
  )
}

type SelectFieldProps = SelectProps & { label: string; hint?: ReactNode; error?: string }

/** A labelled select, with what is wrong with it. */
export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  )
}
