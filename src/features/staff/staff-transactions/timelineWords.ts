import { wordsOf } from '@/lib/codeWords'
import { formatDate, formatDenseDateTime } from '@/lib/dates'
import { lastDayOf } from '@/lib/lastDayOf'
import { formatPence } from '@/lib/money'
import { describeFrequency } from './paymentsToCome'
import type { TimelineEvent } from './queries'

export const outcomeWords = {
  match: 'the name matches',
  close_match: 'the name is close',
  no_match: 'the name does not match',
  wrong_type: 'another type of account',
  not_found: 'no such account',
  unavailable: 'the name could not be checked',
}

export const ruleWords = {
  first_payment: 'first payment to this account',
  name_mismatch: 'name or account type differs',
  unconfirmed_name: 'name not confirmed',
  half_of_balance: 'more than half of the balance',
  many_new_payees: 'several new payees in 24 hours',
  reported_payee: 'account was reported',
}

/** An event of a payment in words, and what is said below it. */
export function timelineWords(event: TimelineEvent): { title: string; note: string | null } {
  const { kind, detail, account, by, until } = event
  const amount = event.amount === null ? '' : formatPence(event.amount)
  const person = by === null ? '' : ` by ${by}`
  switch (kind) {
    case 'checked':
      return { title: `Payee checked: ${detail === null ? '' : wordsOf(outcomeWords, detail)}`, note: null }
    case 'warned':
      return {
        title: 'Payer warned, and went on',
        note: (detail ?? '')
          .split(',')
          .map((rule) => wordsOf(ruleWords, rule))
          .join(', '),
      }
    case 'scheduled':
      return {
        title: `Scheduled${until === null ? '' : ` for ${formatDate(until)}`}`,
        note: detail === null ? null : `Regular payment, ${describeFrequency(detail)}`,
      }
    case 'postponed':
      return { title: 'Could not be sent, tried again at 14:00', note: null }
    case 'held':
      return {
        title: `Pending: ${amount} taken from ${account ?? 'the payer'}`,
        note:
          until !== null
            ? `The payer can undo it until ${formatDenseDateTime(until)}`
            : detail === 'undo'
              ? 'The payer could undo it'
              : null,
      }
    case 'sent':
      return { title: account === null ? `Sent: ${amount}` : `Sent: ${amount} from ${account}`, note: null }
    case 'left_bank':
      return { title: `Passed to the other bank: ${amount}`, note: null }
    case 'credited':
      return { title: `Credited: ${amount} to ${account ?? 'the payee'}`, note: null }
    case 'received':
      return { title: `Received: ${amount} in ${account ?? 'the account'}`, note: null }
    case 'review':
      return {
        title: `Under review${by === null ? ' by a rule' : person}`,
        note:
          [
            ...(detail ? detail.split(',').map((rule) => wordsOf(ruleWords, rule)) : []),
            ...(until === null ? [] : [`decided by ${formatDate(lastDayOf(until))}`]),
          ].join(', ') || null,
      }
    case 'review_decided':
      return { title: `Review decided: ${detail ?? ''}${by === null ? '' : person}`, note: null }
    case 'returned':
      return { title: `Returned: ${amount} to ${account ?? 'the payer'}`, note: detail }
    case 'undone':
      return { title: `Undone by the payer: ${amount} returned`, note: null }
    case 'given_back':
      return { title: `Returned: ${amount} from ${account ?? 'the payee'}`, note: null }
    case 'accepted':
      return { title: `Accepted by the other bank: ${amount}`, note: null }
    case 'cancelled':
      return { title: 'Cancelled by the payer', note: detail }
    case 'failed':
      return { title: 'Not sent', note: detail }
    case 'mailed':
      return { title: `Email sent to the ${detail ?? 'customer'}`, note: null }
    case 'mail_waits':
      return { title: `Email to the ${detail ?? 'customer'} not sent yet`, note: null }
    case 'reported':
      return { title: 'Reported as a scam by the payer', note: null }
    case 'repaired':
      return { title: `Repaired${person}: ${amount} credited`, note: null }
    case 'reversal_asked':
      return { title: `Reversal requested${person}`, note: detail }
    case 'reversed':
      return { title: `Reversed${person}: ${amount} back to the payer`, note: detail }
    default:
      return { title: kind, note: detail }
  }
}
