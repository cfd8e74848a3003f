// The clients' records, kept outside the server and compared with its data at the end.

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

/** A payment that was charged and did not arrive: the test loses it, the repair restores it. */
type LostCredit = { transactionId: string; payer: string; payee: string; pence: number }

export type Books = {
  payments: PaymentFact[]
  cheques: ChequeFact[]
  lostCredits: LostCredit[]
  /** Every user who has had an account. */
  customers: string[]
  /** Users whose deletion has begun. */
  leavers: Set<string>
  /** Violations that a client has observed. */
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
    /** Requests without an answer. */
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
