import { nullable, number, object, text, withDefault } from '@/lib/json'
import { formatSortCode, stripSeparators } from '@/lib/sortCode'
import type { OwnAccount } from '@/features/money/savings/queries'
import { emptyPayForm, type PayForm } from './payForm'

/** The customer's accounts in a transfer. `to` is null when the numbers are of somebody else. */
export type OwnSides = { from: OwnAccount; to: OwnAccount | null }

/** Null for a customer without savings accounts. `accounts`: the open ones, the current account first. */
export function ownSidesOf(form: PayForm, accounts: OwnAccount[]): OwnSides | null {
  const [current, ...savings] = accounts
  if (current === undefined || savings.length === 0) return null
  const sortCode = formatSortCode(form.sortCode.trim())
  const accountNumber = stripSeparators(form.accountNumber)
  return {
    from: savings.find(({ id }) => id === form.fromId) ?? current,
    to: accounts.find((own) => own.sortCode === sortCode && own.accountNumber === accountNumber) ?? null,
  }
}

/** What a choice of the account that the money comes from changes in the form. The other side gives way. */
export function withFrom({ from, to }: OwnSides, chosen: OwnAccount, accounts: OwnAccount[]): Partial<PayForm> {
  const fromId = chosen.isSavings ? chosen.id : ''
  if (to?.id === chosen.id) return { fromId, ...filledWith(from) }
  // Only the current account pays others.
  return to === null && chosen.isSavings ? { fromId, ...filledWith(accounts[0] ?? null) } : { fromId }
}

/** What a choice of the account that the money goes to changes. Null: somebody else's. */
export function withTo(chosen: OwnAccount | null): Partial<PayForm> {
  return chosen === null ? { fromId: '', ...filledWith(null) } : filledWith(chosen)
}

function filledWith(account: OwnAccount | null): Partial<PayForm> {
  if (account !== null) {
    const { name: recipient, sortCode, accountNumber } = account
    return { recipient, sortCode, accountNumber }
  }
  const { recipient, sortCode, accountNumber } = emptyPayForm
  return { recipient, sortCode, accountNumber }
}

/** A move that was made, or that waits. `amount` in pence. */
export type MovedReceipt = { amount: number; from: string; to: string; waitsUntil: string | null }

const readMovedReceipt = object<MovedReceipt>({
  amount: number,
  from: text,
  to: text,
  waitsUntil: withDefault(nullable(text), null),
})

/** The move in a navigation state: `{ moved }`. */
export function readMoved(state: unknown): MovedReceipt | null {
  return object({ moved: readMovedReceipt })(state)?.moved ?? null
}
