import { toast } from 'sonner'

/** Leaves no toast to the next test: sonner keeps them outside React. */
export function clearToasts() {
  for (const { id } of toast.getToasts()) toast.dismiss(id)
}
