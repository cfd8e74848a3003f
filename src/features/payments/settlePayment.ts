// A payment request that nobody answers may have been carried out or not. So it is asked again, with the same key, until
// there is an answer: the bank pays a key at most once and gives its first answer again.

/** What one request brought. */
export type Answer<Receipt> =
  | { kind: 'paid'; receipt: Receipt }
  | { kind: 'unanswered' }
  /** It did not even leave this device. */
  | { kind: 'unsent' }
  | {
      kind: 'refused'
      error: PaymentRefused
      /** Refused at the door (no session, not approved): says nothing about an earlier request with this key. */
      isAtTheDoor: boolean
    }

/** The bank said no, and nothing was paid. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Asking has ended without an answer about a payment that may have been made. */
export class PaymentUnconfirmed extends Error {
  override name = 'PaymentUnconfirmed'
}

/** Gateways word these themselves: the payment has not been looked at, and another try may bring an answer. */
const passingStatuses = new Set([408, 425, 429])

/** Reads the status and error of one request. Status 0 is a request that got no answer at all. */
export function readRefusal(status: number, error: { code?: string; message?: string }): Answer<never> {
  if (status < 400 || status >= 500 || passingStatuses.has(status)) return { kind: 'unanswered' }
  const code = error.code ?? ''
  // Only the bank's own refusals (PT4xx) are worded for people.
  const message = /^PT4\d\d$/.test(code) ? (error.message ?? '') : ''
  return {
    kind: 'refused',
    error: new PaymentRefused(status === 401 ? 'PT401' : code, message),
    isAtTheDoor: status === 401 || status === 403,
  }
}

type Settling<Receipt> = {
  ask: () => Promise<Answer<Receipt>>
  /** True when an earlier request with this key may have reached the bank. */
  mayBePaid: boolean
  onUnanswered: () => void
  pause: (failures: number) => Promise<void>
}

/** Asks until the bank has answered; throws what it refused, or that the outcome cannot be known now. */
export async function settlePayment<Receipt>(settling: Settling<Receipt>): Promise<Receipt> {
  let { mayBePaid } = settling
  for (let failures = 0; ; failures += 1) {
    const answer = await settling.ask()
    if (answer.kind === 'paid') return answer.receipt
    if (answer.kind === 'refused') throw mayBePaid && answer.isAtTheDoor ? new PaymentUnconfirmed() : answer.error
    if (answer.kind === 'unanswered') mayBePaid = true
    settling.onUnanswered()
    await settling.pause(failures)
  }
}

/** 1, 2, 4 … 30 seconds, cut short when the connection comes back. */
export function pauseOrOnline(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      resolve()
    }
    const timer = setTimeout(finish, Math.min(1000 * 2 ** failures, 30_000))
    window.addEventListener('online', finish)
  })
}

/** Gives up waiting (not the request's effect) after `milliseconds`: null then, and `signal` is aborted. */
export async function answerWithin<T>(
  milliseconds: number,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      controller.abort()
      resolve(null)
    }, milliseconds)
  })
  try {
    return await Promise.race([ask(controller.signal), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
