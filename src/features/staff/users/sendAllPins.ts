/** How far the sending of all PINs is. */
export type PinsSent = {
  successful: number
  failed: number
  /** The first hundred users without a PIN. */
  failedNames: string[]
  /** The user to go on after. Null: before the first step and after the last. */
  after: string | null
}

export const nothingSent: PinsSent = { successful: 0, failed: 0, failedNames: [], after: null }

const mostNamed = 100

type Steps = {
  /** Sends the PINs of the next users after this one. */
  send: (after: string | null) => Promise<PinsSent>
  isStopped: () => boolean
  /** Called after each step. A run that failed goes on from the last of these. */
  onProgress: (sent: PinsSent) => void
}

/** Sends the PINs step by step, from where an earlier run ended. `after` of the result is null once all are sent. */
export async function sendAllPins(from: PinsSent, { send, isStopped, onProgress }: Steps): Promise<PinsSent> {
  let sent = from
  do {
    const step = await send(sent.after)
    sent = {
      successful: sent.successful + step.successful,
      failed: sent.failed + step.failed,
      failedNames: [...sent.failedNames, ...step.failedNames].slice(0, mostNamed),
      after: step.after,
    }
    onProgress(sent)
  } while (sent.after !== null && !isStopped())
  return sent
}
