import { useReadCardSecret } from './mutations'
import { useHideAfter } from './useHideAfter'

const shownForMs = 30_000

/** The full card number, revealed for 30 seconds and only while the page is visible. */
export function useCardNumber() {
  const { data: number, mutate, reset: hide, isPending, error } = useReadCardSecret('card_number')
  useHideAfter(shownForMs, number !== undefined, hide)
  return { number: number ?? null, reveal: () => mutate(undefined), hide, isPending, error }
}
