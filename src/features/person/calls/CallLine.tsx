import { PhoneCall, PhoneOff } from 'lucide-react'
import { callCopy } from './copy'
import { useCallState } from './useCallState'

const askEvery = 10_000

/** Says whether the bank is calling the customer now, or that the app cannot tell. */
export function CallLine() {
  const state = useCallState(askEvery)
  if (state.kind === 'off') return null
  const Icon = state.kind === 'call' ? PhoneCall : PhoneOff
  return (
    <p role="status" className="flex min-h-12 items-center gap-3 text-small">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <span>
        {state.kind === 'call' ? (
          <>
            <span className="text-strong">{callCopy.calling(state.call.agentName)}.</span>{' '}
            {!state.isCurrent && `${callCopy.lost} `}
            {callCopy.neverAsk}
          </>
        ) : (
          callCopy[state.kind]
        )}
      </span>
    </p>
  )
}
