import { MutationCache, QueryClient } from '@tanstack/react-query'
import { isRefusal, isSessionGone, messageOf } from './errors'
import { logError } from './log'
import { toast, type ToastWords } from './toast'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Shown when it went through. */
      success?: ToastWords
      /** Shown when it failed; `false` = only logged; a function words it from the error. Left out: 'Error' and the server's message. */
      failure?: ToastWords | false | ((error: Error) => ToastWords)
    }
  }
}

/** How long after a failure a query is asked again, in ms. */
const recoveryInterval = 5000

/** Whether asking again may bring another answer. */
function mayChange(error: Error | null) {
  return !isRefusal(error) && !isSessionGone(error)
}

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 15_000,
        // Three retries from 1 s to 30 s are the library's own; an answer that cannot change is not asked for again, and
        // whoever has waited for none is told before.
        retry: (failures, error) => failures < 3 && mayChange(error) && error.name !== 'TimeoutError',
        // What failed is asked for again while it is on the screen, so that everything recovers by itself.
        refetchInterval: ({ state }) => state.status === 'error' && mayChange(state.error) && recoveryInterval,
      },
      // A write is never repeated behind a person's back: the code that owns it decides. Nor does it wait for a connection
      // that may come when nobody wants it any more.
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, mutation) => {
        if (mutation.meta?.success) toast.success(mutation.meta.success)
      },
      onError: (error, _variables, _context, mutation) => {
        const failure = mutation.meta?.failure
        if (failure === false) return logError('A background request failed', error)
        toast.error(
          typeof failure === 'function' ? failure(error) : (failure ?? { title: 'Error', text: messageOf(error) }),
        )
      },
    }),
  })
}
