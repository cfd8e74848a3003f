import type { Account } from '@/features/money/accounts/queries'

/** Whose account a document is about. */
export type AccountHolder = Pick<Account, 'holderName' | 'sortCode' | 'accountNumber'> & {
  /** The postal address as on an envelope; empty without one. */
  address: string[]
  /** The name of a savings account. Left out: the current account. */
  savings?: string
}

export const statementTitle = ({ savings }: AccountHolder) =>
  savings === undefined ? 'Current account statement' : 'Savings account statement'

/** On each page of a document. */
export function ownerLine({ holderName, sortCode, accountNumber }: AccountHolder): string {
  return `${holderName}, ${sortCode} ${accountNumber}`
}
