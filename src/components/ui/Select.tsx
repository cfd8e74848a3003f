import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { controlLook } from './Input'

/** The platform's own select, for its picker on phones. The browser's own arrow would touch the edge. */
export function Select({
  className,
  ref,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
  return (
    <span className="relative block">
      <select {...rest} ref={ref} className={cn(controlLook, 'appearance-none pr-11!', className)} />
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-4 my-auto size-5 text-muted" />
    </span>
  )
}
