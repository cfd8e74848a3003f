import { startTransition, useCallback, useState } from 'react'
import type { Transaction } from './queries'

export type OnSelect = (transaction: Transaction | null) => void

/** The transaction whose details are shown. Showing them beside thousands of rows is slow, so React responds to the tap first. */
export function useSelectedTransaction(): [selected: Transaction | null, select: OnSelect] {
  const [selected, setSelected] = useState<Transaction | null>(null)
  const select = useCallback<OnSelect>((transaction) => startTransition(() => setSelected(transaction)), [])
  return [selected, select]
}
