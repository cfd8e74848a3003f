import { useMutation, useQueryClient, type MutationKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { messageOf, refusalOf } from './errors'
import { logError } from './log'
import { toast, type ToastWords } from './toast'

type Change<Args, Answer> = {
  /**
   * The keys of what the change makes stale. The change is pending until they have been refetched. They are also refetched
   * after a failure, without waiting: its answer may be lost, or another user may have been first.
   */
  stale?: readonly QueryKey[]
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
  succeeded?: (answer: Answer, args: Args, client: QueryClient) => unknown
  /** Runs after a failure. The change is pending until it settles. */
  failed?: (error: Error, args: Args, client: QueryClient) => unknown
  /** Changes with the same name are sent one after the other, in the order in which they were made: see `usePendingChanges`. */
  inTurn?: string
  /** By which other parts of the app find the change while it is pending. */
  mutationKey?: MutationKey
  /** 0: the answer leaves the memory with the component. */
  gcTime?: 0
}

/** A request that changes something on the server, with what it makes stale and its words. */
export function useChange<Args = void, Answer = unknown>(
  call: (args: Args, client: QueryClient) => PromiseLike<Answer>,
  {
    stale = [],
    success,
    failure = 'Error',
    atField,
    before,
    succeeded,
    failed,
    inTurn,
    ...options
  }: Change<Args, Answer> = {},
) {
  const client = useQueryClient()
  const sayFailure = (error: Error) => {
    const left = refusalOf(error)?.field ? atField : undefined
    const words = typeof failure === 'function' ? failure(error) : failure
    if (words === false || left === 'nothing') return logError('A background request failed', error)
    const { title, text } = typeof words === 'string' ? { title: words, text: messageOf(error) } : words
    toast.error({ title, text: left ? undefined : text })
  }
  return useMutation({
    ...options,
    scope: inTurn === undefined ? undefined : { id: inTurn },
    mutationFn: async (args: Args) => await call(args, client),
    onMutate: (args) => before?.(args, client),
    onSuccess: (answer, args) => {
      if (success !== undefined) toast.success(typeof success === 'function' ? success(answer, args) : success)
      return succeeded?.(answer, args, client)
    },
    onError: (error, args) => {
      sayFailure(error)
      return failed?.(error, args, client)
    },
    // After the query client has marked what other screens show as stale.
    onSettled: (_answer, error) => {
      const refetched = Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
      return error === null ? refetched : undefined
    },
  })
}

/** For a change after which everything on the screen may be different. */
export const everything: readonly QueryKey[] = [[]]
