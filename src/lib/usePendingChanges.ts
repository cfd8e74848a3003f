import { useMutationState, type MutationState } from '@tanstack/react-query'

/**
 * The changes of one control that are not stored yet, oldest first. A control shows them on top of what the server has, so
 * that neither a refetch nor an earlier answer undoes a press. `inTurn`: of the `useChange` that sends them.
 */
export function usePendingChanges<Args>(inTurn: string): Args[] {
  const pending = useMutationState<MutationState<unknown, Error, Args>>({
    filters: { status: 'pending', predicate: ({ options }) => options.scope?.id === inTurn },
    select: ({ state }) => state,
  })
  return pending.flatMap(({ variables }) => (variables === undefined ? [] : [variables]))
}
