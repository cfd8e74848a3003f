import { subjectToApprove } from '@/lib/approval'
import { refusalOf } from '@/lib/errors'

// A payment request without an answer may have been carried out or not. So it is sent again with the same idempotency key
// until an answer comes: the server pays a key at most once and repeats its first answer.

/** The result of one request. */
export type Answer<Receipt> =
  | { kind: 'paid'; receipt: Receipt }
  | { kind: 'unanswered' }
  /** The request did not leave the device. */
  | { kind: 'unsent' }
  /** The customer has dropped the payment, and no request has left the device. */
  | { kind: 'dropped' }
  | {
      kind: 'refused'
      error: PaymentRefused
      /** Refused before the payment was looked at (no session, not approved): an earlier request may still be paid. */
      isAccessRefusal: boolean
    }

/** The server refused the payment, and nothing was paid. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly status: number
  readonly hint: string | null
  readonly details: string | null

  constructor(status: number, message: string, hint: string | null = null, details: string | null = null) {
    super(message)
    this.status = status
    this.hint = hint
    this.details = details
  }
}

/** The customer has dropped the payment before it was sent. */
export class PaymentDropped extends Error {
  override name = 'PaymentDropped'
}

/** The requests have ended without an answer, and the payment may have been made. */
export class PaymentUnconfirmed extends Error {
  override name = 'PaymentUnconfirmed'
}

/** Gateways send these on their own: the payment has not been looked at, and another request may get an answer. */
const retryableStatuses = new Set([408, 425, 429])

/** Reads the status and error of one request. Status 0 means no answer. */
export function readRefusal(status: number, error: unknown): Answer<never> {
  if (status < 400 || status >= 500 || retryableStatuses.has(status)) return { kind: 'unanswered' }
  const refusal = refusalOf(error)
  return {
    kind: 'refused',
    error: new PaymentRefused(status, refusal?.message ?? '', refusal?.hint, subjectToApprove(error)),
    isAccessRefusal: status === 401 || status === 403,
  }
}

/**
 * What is known of a payment after the answer to one request: its receipt, or, if the same request has to be sent again, whether
 * an earlier one may have reached the server. Throws PaymentRefused, or PaymentUnconfirmed when the outcome is unknown.
 */
export function readAnswer<Receipt>(
  answer: Answer<Receipt>,
  mayBePaid: boolean,
): { receipt: Receipt } | { receipt: null; mayBePaid: boolean } {
  if (answer.kind === 'paid') return { receipt: answer.receipt }
  if (answer.kind === 'refused') throw mayBePaid && answer.isAccessRefusal ? new PaymentUnconfirmed() : answer.error
  if (answer.kind === 'dropped') throw new PaymentDropped()
  return { receipt: null, mayBePaid: mayBePaid || answer.kind === 'unanswered' }
}

/** Waits 1, 2, 4 … 30 seconds, or until the connection returns. */
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

/** The answer to a request, or that there was none in time. The request is aborted then, but may still take effect. */
export async function answerWithin<Receipt>(
  milliseconds: number,
  controller: AbortController,
  request: Promise<Answer<Receipt>>,
): Promise<Answer<Receipt>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<Answer<Receipt>>((resolve) => {
    timer = setTimeout(() => {
      controller.abort()
      resolve({ kind: 'unanswered' })
    }, milliseconds)
  })
  try {
    return await Promise.race([request, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
