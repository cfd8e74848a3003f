/** Everything the assistant knows about its customer. The customer may read all of it; it has no PIN, password or card number. */
export type Facts = {
  account: Account | null
  /** Newest first. */
  transactions: Transaction[]
  /** Last paid first. */
  payees: Payee[]
}

export type Account = {
  /** What can be spent. */
  balance: number
  /** What is pending and no longer part of the balance. */
  pending: number
  sortCode: string
  accountNumber: string
  cardLastFour: string
  isCardFrozen: boolean
}

export type Transaction = {
  amount: number
  isIncoming: boolean
  /** Paid by card. */
  isCard: boolean
  /** The other party. */
  name: string
  reference: string | null
  at: string
  state: 'completed' | 'pending' | 'failed' | 'reversed'
}

export type Payee = {
  name: string
  sortCode: string
  accountNumber: string
  lastPayment: { amount: number; at: string } | null
}
