import { useEffect, type ReactNode } from 'react'
import { ListAndDetail } from '@/components/ListAndDetail'
import { Skeleton } from '@/components/Skeleton'
import { loadOverlays } from '@/components/ui/loadOverlays'
import { whenIdle } from '@/lib/idle'
import { lazyPart } from '@/lib/lazyPart'
import { transactionCopy } from './copy'
import type { Transaction } from './queries'

const loadDetails = async () => (await import('./TransactionDetails')).TransactionDetails
const TransactionDetails = lazyPart(loadDetails)

/** Downloads what a tap on a row needs, before the tap. The parts themselves report a failed download. */
async function prepareDetails() {
  await whenIdle()
  await Promise.allSettled([loadDetails(), loadOverlays()])
}

type TransactionsWithDetailsProps = {
  list: ReactNode
  /** Undefined: not read yet. */
  selected: Transaction | null | undefined
  /** The customer has not selected it. Called when they use its details. */
  onUse?: (() => void) | undefined
  /** Shown below the details. */
  actions: ReactNode
  onClose: () => void
}

/** A list of transactions with the details of the selected one. */
export function TransactionsWithDetails({ list, selected, onUse, actions, onClose }: TransactionsWithDetailsProps) {
  useEffect(() => void prepareDetails(), [])
  return (
    <ListAndDetail
      list={list}
      detail={
        selected
          ? {
              id: selected.id,
              title: 'Transaction Details',
              content: (
                <div onFocus={onUse}>
                  <TransactionDetails key={selected.id} transaction={selected} actions={actions} />
                </div>
              ),
              isDefault: onUse !== undefined,
            }
          : null
      }
      placeholder={selected === undefined ? <Skeleton className="h-80" /> : transactionCopy.select}
      onClose={onClose}
    />
  )
}
