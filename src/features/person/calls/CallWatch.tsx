import { useQueryClient } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import { profileQueries } from '@/features/person/profile/queries'
import { useTopicChanges } from '@/lib/realtime'
import { CallCard } from './CallCard'
import { callQueries } from './queries'
import { useCallState } from './useCallState'

/**
 * Listens for calls, and shows one over any screen. Also tells the app of an agent what happens to their calls, and each app
 * that the access has changed: a window whose session has ended gets no profile, and closes.
 */
export function CallWatch({ userId }: { userId: string }) {
  const client = useQueryClient()
  useTopicChanges({
    topic: `calls:${userId}`,
    onStale() {
      void client.invalidateQueries({ queryKey: callQueries.all })
      void client.invalidateQueries({ queryKey: profileQueries.all })
    },
    onLive: (isLive) => client.setQueryData(callQueries.live().queryKey, isLive),
  })
  const state = useCallState()
  return createPortal(
    // A dialog leaves what is directly in the body and live to screen readers and to the focus.
    <div aria-live="assertive">
      {state.kind === 'call' && <CallCard key={state.call.id} call={state.call} isCurrent={state.isCurrent} />}
    </div>,
    document.body,
  )
}
