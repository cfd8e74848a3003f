import { toast } from 'sonner'

/** Removes all toasts: sonner keeps them outside React, so they would reach the next test. */
export function clearToasts() {
  for (const { id } of toast.getToasts()) toast.dismiss(id)
}
