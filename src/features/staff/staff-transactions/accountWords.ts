import { formatDate } from '@/lib/dates'
import type { SavingsOfUser } from './moneyFields'

/** Which of the customer's accounts a row is about. Null: a payment from or to the current account, as most are. */
export function accountNote(type: string | null, isOwnMove: boolean): string | null {
  if (type === 'savings') return 'Savings account'
  return isOwnMove ? 'Between own accounts' : null
}

/** Whether a savings account is closed or protected. Null: neither. */
export function savingsState({ closed_at: at, wait_hours: hours }: Pick<SavingsOfUser, 'closed_at' | 'wait_hours'>) {
  if (at !== null) return `Closed on ${formatDate(at)}`
  return hours > 0 ? `Protected: ${hours} hours` : null
}
