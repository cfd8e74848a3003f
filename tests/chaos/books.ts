// What the clients know of their own: kept apart from the bank, and compared with it in the end.

export type PaymentFact = {
  payer: string
  requestId: string
  pence: number
  /** A customer's id; null when the money goes to another bank. */
  payee: string | null
  outcome: 'unknown' | 'refused' | 'paid'
  transactionId: string | null
  isInternal: boolean
}

type ChequeFact = { id: string; owner: string; pence: number }

/** A payment that was charged and did not arrive: made so by the test, mended by the repair. */
type LostCredit = { transactionId: string; payer: string; payee: string; pence: number }

export type Books = {
  payments: PaymentFact[]
  cheques: ChequeFact[]
  lostCredits: LostCredit[]
  /** Everybody who ever had an account. */
  customers: string[]
  /** Those whom the bank has begun to delete. */
  leavers: Set<string>
  /** What must never happen, as it was seen from outside. */
  complaints: string[]
}

export const openingPence = 500_000

export function openBooks(customers: string[]): Books {
  return { payments: [], cheques: [], lostCredits: [], customers, leavers: new Set(), complaints: [] }
}

export type Figures = ReturnType<typeof newFigures>

export function newFigures() {
  return {
    payments: 0,
    refused: 0,
    repeats: 0,
    /** Questions that nobody answered. */
    unanswered: 0,
    unknownOutcomes: 0,
    resolvedByAsking: 0,
    cheques: 0,
    repairs: 0,
    deletions: 0,
    snapshots: 0,
    terminatedBackends: 0,
    kills: 0,
    deadlocks: 0,
  }
}
