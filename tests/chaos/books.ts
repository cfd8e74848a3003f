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

type HeldFact = {
  id: string
  payer: string
  requestId: string
  pence: number
  /** The final states that a client was told: at most one. */
  states: Set<string>
}

/** What a card payment has cost its customer in the end, or still holds. */
type CardFact = { id: string; owner: string; pence: number }

/** A move between two accounts of a customer. Null: every request for it was refused. */
type MoveFact = { owner: string; requestId: string; pence: number; movementId: string | null }

export type Books = {
  payments: PaymentFact[]
  moves: MoveFact[]
  cheques: ChequeFact[]
  lostCredits: LostCredit[]
  heldPayments: HeldFact[]
  futurePayments: { id: string; payer: string; isCancelled: boolean }[]
  regularPayments: string[]
  cardPayments: CardFact[]
  /** Every user who has had an account. */
  customers: string[]
  /** Users whose deletion, or the closing of whose account, has begun. */
  leavers: Set<string>
  /** Of these, the users whose account is closed and who are not deleted. */
  closed: Set<string>
  /** Violations that a client has observed. */
  complaints: string[]
}

export const openingPence = 500_000

export function openBooks(customers: string[]): Books {
  return {
    payments: [],
    moves: [],
    cheques: [],
    lostCredits: [],
    heldPayments: [],
    futurePayments: [],
    regularPayments: [],
    cardPayments: [],
    customers,
    leavers: new Set(),
    closed: new Set(),
    complaints: [],
  }
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
    /** Between two accounts of a customer. */
    moves: 0,
    /** Months of interest that a savings account was paid. */
    interest: 0,
    roundUps: 0,
    cheques: 0,
    repairs: 0,
    heldPayments: 0,
    undoneInTime: 0,
    undoneTooLate: 0,
    /** Payments that staff put under review, and those that staff decided about. */
    reviews: 0,
    reviewsDecided: 0,
    claims: 0,
    /** Complaints that staff have answered. */
    redress: 0,
    regularPayments: 0,
    cardPayments: 0,
    cardDeclines: 0,
    cardRetries: 0,
    /** Of those for another day and the regular ones. */
    sentLater: 0,
    failedLater: 0,
    deletions: 0,
    closings: 0,
    /** Of money that waited after a closing. */
    payouts: 0,
    snapshots: 0,
    terminatedBackends: 0,
    kills: 0,
    deadlocks: 0,
  }
}
