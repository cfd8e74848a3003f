import {
  useMutation,
  useMutationState,
  useQueryClient,
  type MutationKey,
  type MutationState,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { messageOf, refusalOf } from './errors'
import { logError } from './log'
import { toast, type ToastWords } from './toast'

type Change<Args, Answer> = {
  /**
   * The keys of what the change makes stale. The change is pending until they have been refetched. They are also refetched
   * after a failure, without waiting: its answer may be lost, or another user may have been first.
   */
  stale?: readonly QueryKey[] | ((args: Args) => readonly QueryKey[])
  /** `false`: the change does not wait for the refetch after a success either. */
  waits?: false
  /** The toast of a success; a function words the answer. */
  success?: ToastWords | ((answer: Answer, args: Args) => ToastWords)
  /**
   * The toast of a failure. A title alone is shown with the server's message; a function words the error; `false`: only
   * logged, where the form or dialog shows it or the user need not know. Left out: 'Error' and the server's message.
   */
  failure?: ToastWords | string | false | ((error: Error) => ToastWords | false)
  /** What is left of the failure's toast when the form shows the server's words at a field. Left out: all. */
  atField?: 'title' | 'nothing'
  /** Runs before the request. */
  before?: (args: Args, client: QueryClient) => void
  /** Runs after a success, before the refetch. The change is pending until it settles. */
  done?: (answer: Answer, args: Args, client: QueryClient) => unknown
  /** Runs after a failure. The change is pending until it settles. */
  failed?: (error: Error, args: Args, client: QueryClient) => unknown
  /** Changes with the same name are sent one after the other, in the order in which they were made: see `usePendingChanges`. */
  inTurn?: string
  /** By which other parts of the app find the change while it is pending. */
  mutationKey?: MutationKey
  /** The answer leaves the memory with the component. */
  isSecret?: boolean
}

/** A request that changes something on the server, with what it makes stale and its words. */
export function useChange<Args = void, Answer = unknown>(
  call: (args: Args, client: QueryClient) => PromiseLike<Answer>,
  change: Change<Args, Answer> = {},
) {
  const client = useQueryClient()
  const { stale = [], success, inTurn, isSecret } = change
  const { mutationKey = inTurn === undefined ? undefined : inTurnKey(inTurn) } = change
  return useMutation({
    mutationFn: async (args: Args) => await call(args, client),
    onMutate: (args) => change.before?.(args, client),
    onSuccess: async (answer, args) => {
      if (success !== undefined) toast.success(typeof success === 'function' ? success(answer, args) : success)
      await change.done?.(answer, args, client)
    },
    onError: async (error, args) => {
      sayFailure(error, change)
      await change.failed?.(error, args, client)
    },
    // After the query client has marked what other screens show as stale.
    onSettled: async (_answer, error, args) => {
      const keys = typeof stale === 'function' ? stale(args) : stale
      const refetched = Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
      if (error === null && change.waits !== false) await refetched
    },
    ...(mutationKey !== undefined && { mutationKey }),
    ...(inTurn !== undefined && { scope: { id: inTurn } }),
    ...(isSecret === true && { gcTime: 0 }),
  })
}

/** For a change after which everything on the screen may be different. */
export const everything: readonly QueryKey[] = [[]]

/**
 * The changes of one control that are not stored yet, oldest first. A control shows them on top of what the server has, so
 * that neither a refetch nor an earlier answer undoes a press.
 */
export function usePendingChanges<Args>(inTurn: string): Args[] {
  const pending = useMutationState<MutationState<unknown, Error, Args>>({
    filters: { mutationKey: inTurnKey(inTurn), status: 'pending', exact: true },
    select: ({ state }) => state,
  })
  return pending.flatMap(({ variables }) => (variables === undefined ? [] : [variables]))
}

const inTurnKey = (name: string): MutationKey => ['in turn', name]

function sayFailure(error: Error, { failure, atField }: Pick<Change<never, never>, 'failure' | 'atField'>) {
  const left = typeof refusalOf(error)?.field === 'string' ? atField : undefined
  const words = typeof failure === 'function' ? failure(error) : failure
  if (words === false || left === 'nothing') return logError('A background request failed', error)
  const { title, text }: ToastWords =
    typeof words === 'object' ? words : { title: words ?? 'Error', text: messageOf(error) }
  toast.error(left === 'title' ? { title } : { title, text })
}
