import { useLayoutEffect, useSyncExternalStore } from 'react'

/** The row whose details are beside the list. Outside React's tree, so that a change renders two rows of a long list. */
let selectedId: string | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function mark(id: string | null) {
  selectedId = id
  for (const listener of listeners) listener()
}

/** Marks a row while its details are beside the list. Null: no row. */
export function useMarkedRow(id: string | null) {
  useLayoutEffect(() => {
    if (id === null) return undefined
    mark(id)
    return () => mark(null)
  }, [id])
}

/** Whether this row's details are beside the list. */
export function useIsSelectedRow(id: string): boolean {
  return useSyncExternalStore(subscribe, () => selectedId === id)
}
