import type { ComponentProps, InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { Field } from './Field'

export const controlLook =
  'min-h-(--control-height) w-full rounded border border-control bg-card px-4 text-body text-ink placeholder:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger disabled:opacity-60'

export function Input({
  className,
  ref,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <input {...rest} ref={ref} className={cn(controlLook, className)} />
}

/** An input of several lines. */
export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...rest} className={cn(controlLook, 'py-3', className)} />
}

type Labelled = Omit<ComponentProps<typeof Field>, 'children'>

/** A labelled input, with what is wrong with it. */
export function InputField({ label, hint, error, counter, ...input }: Labelled & ComponentProps<typeof Input>) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  )
}

export function TextAreaField({ label, hint, error, counter, ...area }: Labelled & ComponentProps<typeof TextArea>) {
  return (
    <Field label={label} hint={hint} error={error} counter={counter}>
      {(control) => <TextArea {...control} {...area} />}
    </Field>
  )
}
