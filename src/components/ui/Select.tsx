import type { Ref, SelectHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { controlLook } from './Input'

/** The platform's own select: every phone already has the best picker for it. */
export function Select({
  className,
  ref,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
  return <select {...rest} ref={ref} className={cn(controlLook, className)} />
}
