/** All that the assistant knows of the person it speaks with: rows that this person may read themselves, without numbers that open anything. */
export type Facts = {
  account: Account | null
  /** The latest first. */
  transactions: Transaction[]
  /** The last paid first. */
  payees: Payee[]
}

export type Account = { balance: number; sortCode: string; accountNumber: string; cardLastFour: string }

export type Transaction = {
  amount: number
  isIncoming: boolean
  /** The other side. */
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
