import { useReadCardNumber } from './mutations'
import { useHideAfter } from './useHideAfter'

const shownForMs = 30_000

/** The full card number, revealed for 30 seconds and only while the page is visible. */
export function useCardNumber() {
  const { data: number, mutate: reveal, reset: hide, isPending, error } = useReadCardNumber()
  useHideAfter(shownForMs, number !== undefined, hide)
  return { number: number ?? null, reveal, hide, isPending, error }
}
