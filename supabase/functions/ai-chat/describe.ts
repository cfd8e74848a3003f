import { inLondon, inPounds, inSortCodeForm, maskedNumber } from '../_shared/format.ts'
import type { Account, Payee, Transaction } from './facts.ts'
import { quoted } from './quoted.ts'

export function describeBalance({ balance, held }: Account): string {
  const pending = held > 0 ? ` ${inPounds(held)} is held for pending payments.` : ''
  return `Your balance is ${inPounds(balance)}.${pending}`
}

export function describeCard({ cardLastFour, isCardFrozen }: Account): string {
  return isCardFrozen
    ? `Your debit card ending in ${cardLastFour} is frozen. To use it, choose Unfreeze Card on the Cards screen.`
    : `Your debit card ending in ${cardLastFour} is active.`
}

export function describeAccount({ sortCode, accountNumber }: Account): string {
  return `Your sort code is ${inSortCodeForm(sortCode)} and your account number is ${accountNumber}. To pay you, people need both and your name.`
}

export function describeTransactions(transactions: Transaction[]): string {
  const [only, ...more] = transactions
  if (!only) return 'There are no transactions on your account yet.'
  if (more.length === 0) return `Your last transaction: ${describeTransaction(only)}.`
  return [
    `Your last ${transactions.length} transactions:`,
    ...transactions.map((one) => `- ${describeTransaction(one)}`),
    'See them all in Transactions.',
  ].join('\n')
}

function describeTransaction({ amount, isIncoming, name, reference, at, state }: Transaction): string {
  const movement = isIncoming ? `${inPounds(amount)} received from` : `${inPounds(amount)} paid to`
  const note = reference === null || reference === '' ? '' : `, reference '${quoted(reference)}'`
  const remark = state === 'completed' ? '' : ` (${state})`
  return `${movement} ${quoted(name)} on ${inLondon(at)}${note}${remark}`
}

export function describePayees(payees: Payee[]): string {
  if (payees.length === 0) return 'You have no payees yet. They are saved automatically when you make a payment.'
  return [
    'Your payees, the last paid first:',
    ...payees.map(
      ({ name, sortCode, accountNumber, lastPayment }) =>
        `- ${quoted(name)}, ${inSortCodeForm(sortCode)}, ${maskedNumber(accountNumber)}` +
        (lastPayment ? `, last paid ${inPounds(lastPayment.amount)} on ${inLondon(lastPayment.at)}` : ''),
    ),
    'To see or remove them, open Support and choose Manage Payments.',
  ].join('\n')
}
