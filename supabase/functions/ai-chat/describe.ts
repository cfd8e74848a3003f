import { inLondon, inPounds, inSortCodeForm, maskedNumber } from '../_shared/format.ts'
import type { Account, Payee, Transaction } from './facts.ts'
import { quoted } from './quoted.ts'

export function describeBalance({ balance, pending }: Account): string {
  const onItsWay = pending > 0 ? ` ${inPounds(pending)} is in pending payments.` : ''
  return `Your balance is ${inPounds(balance)}.${onItsWay}`
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

/** As the customer's list says it: paymentStates.test.ts compares both. */
export function stateOf({ isIncoming, isCard, state }: Transaction): string {
  if (state !== 'failed') return state
  return isIncoming ? 'not received' : isCard ? 'not charged' : 'not sent'
}

function describeTransaction(transaction: Transaction): string {
  const { amount, isIncoming, isCard, name, reference, at, state } = transaction
  const link = isIncoming ? 'from' : isCard ? 'at' : 'to'
  // Only of a completed payment.
  const verb = state !== 'completed' ? '' : isIncoming ? 'received ' : 'paid '
  const movement = `${inPounds(amount)} ${verb}${link}`
  const note = reference === null || reference === '' ? '' : `, reference '${quoted(reference)}'`
  const remark = state === 'completed' ? '' : ` (${stateOf(transaction)})`
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
