import { formatPence } from '@/lib/money'
import { noName } from '@/lib/noName'
import type { Approval } from './queries'

export const approvalsCopy = {
  title: 'Approvals',
  subtitle: 'Actions that need a second administrator',
  waiting: { title: 'Waiting', what: 'the waiting requests', none: 'Nothing is waiting' },
  decided: { title: 'Decided', what: 'the decided requests', none: 'No decisions yet' },
  gone: 'Deleted user',
  unchanged: '–',
  kinds: {
    balance: 'New balance',
    deletion: 'Revoke access',
    unfreeze: 'Unfreeze account',
    super_admin: 'New super admin',
    reversal: 'Reverse payment',
    recall: "Return to the sender's bank",
    case: 'Decision about a case',
    rules: 'Payment rules',
    passkey: 'Remove a passkey',
    closing: 'Close account',
    payout: 'Pay out after a closing',
  } as Record<string, string | undefined>,
  states: { approved: 'Approved', refused: 'Refused', withdrawn: 'Withdrawn', expired: 'Out of date' } as Record<
    string,
    string | undefined
  >,
  problems: {
    changed: 'This has changed since. It can no longer be approved.',
    asker: 'The administrator who asked no longer has this right.',
    'not-independent':
      "You can't approve this: a PIN, details or rights of your account or the asker's were recently seen or changed by the other, or both by one administrator, or one by the person whom it is about.",
  },
  approved: { title: 'Approved', text: 'The change has been made.' },
  refused: { title: 'Request refused' },
  withdrawn: { title: 'Request withdrawn' },
  failed: 'Not approved',
  confirmApprove: { title: 'Approve this request?', action: 'Approve' },
  confirmRefuse: {
    title: 'Refuse this request?',
    text: 'Nothing changes. The administrator who asked can read the reason.',
    action: 'Refuse',
  },
  confirmWithdraw: {
    title: 'Withdraw your request?',
    text: 'Nothing changes. The request stays in the list of decided requests.',
    action: 'Withdraw',
  },
} as const

const none = approvalsCopy.unchanged

/** What the request changes, from and to. */
export function changeOf({ kind, amountBefore, amountAfter, decision, caseKind, payee }: Approval): {
  before: string
  after: string
} {
  const before = amountBefore === null ? none : formatPence(amountBefore)
  if (kind === 'deletion') return { before, after: 'Deleted' }
  if (kind === 'reversal') return { before, after: 'Reversed' }
  if (kind === 'recall') return { before, after: 'Returned' }
  if (kind === 'passkey') return { before: none, after: 'Removed' }
  if (kind === 'unfreeze') return { before: 'Frozen', after: 'Unfrozen in an hour' }
  if (kind === 'case' && caseKind === 'complaint') return { before, after: `Redress ${formatPence(amountAfter ?? 0)}` }
  if (decision?.startsWith('recovered')) return { before, after: `Received ${formatPence(amountAfter ?? 0)}` }
  if (caseKind === 'hold') return { before, after: decision === 'refused' ? 'Not sent' : 'Sent' }
  if (payee !== null) return { before, after: `To ${payee.name}` }
  if (kind === 'closing') return { before: none, after: "90 days' notice" }
  if (caseKind === 'closing') return { before: "90 days' notice", after: 'Stays open' }
  if (kind === 'case')
    return { before, after: decision === 'refused' ? 'Refused' : `Refund ${formatPence(amountAfter ?? 0)}` }
  if (kind === 'rules') return { before: none, after: 'New rules' }
  if (kind === 'super_admin') return { before: none, after: 'Super admin' }
  return { before, after: amountAfter === null ? none : formatPence(amountAfter) }
}

/** One sentence for the question before an approval. */
export function describeChange(approval: Approval): string {
  const name = approval.userName ?? noName
  const { before, after } = changeOf(approval)
  if (approval.kind === 'deletion')
    return `This permanently deletes the account of ${name}, with ${before}, and all of their data.`
  if (approval.kind === 'reversal') return `The payment by ${name} is reversed: ${before} goes back from the recipient.`
  if (approval.kind === 'recall')
    return `The payment to ${name} goes back to the sender's bank: ${before} leaves their account without their consent.`
  if (approval.decision?.startsWith('recovered'))
    return approval.decision === 'recovered'
      ? `Another bank has paid ${formatPence(approval.amountAfter ?? 0)} of the ${before} that it owes for the claim of ${name}, and pays no more. We bear the rest.`
      : `Another bank has paid ${formatPence(approval.amountAfter ?? 0)} of the ${before} that it owes for the claim of ${name}.`
  if (approval.caseKind === 'hold')
    return approval.decision === 'refused'
      ? `The payment of ${name} is not sent: ${before} goes back to them. They get a letter with the reason.`
      : `The payment of ${name} is released: ${before} goes out at once.`
  if (approval.payee !== null) {
    const { name: payee, sort_code: sortCode, account_number: number, outcome } = approval.payee
    const check = outcome === 'match' ? 'The name matches the account.' : "The other bank doesn't check names."
    return `${formatPence(approval.amountAfter ?? 0)} of the closed account of ${name} goes to ${payee}, ${sortCode} ${number}. ${check}`
  }
  if (approval.kind === 'closing')
    return `${name} gets 90 days' notice with a letter, which has this reason word for word: ${approval.reason}`
  if (approval.caseKind === 'closing')
    return `The notice is withdrawn: the account of ${name} stays open, and they are told.`
  if (approval.kind === 'case')
    return approval.decision === 'refused'
      ? `The claim of ${name} is refused: ${before} is not refunded. The customer gets a letter with the reason.`
      : `${after} is paid to ${name} from the bank's own money.`
  if (approval.kind === 'passkey')
    return `A passkey of ${name} is removed, and they are signed out everywhere. Payments then need no approval by it.`
  if (approval.kind === 'unfreeze')
    return `The account of ${name} is unfrozen in an hour. Until then they can keep it frozen, with a link in an email.`
  if (approval.kind === 'rules') return 'The payment rules change as their screen shows, for every payment from now on.'
  if (approval.kind === 'super_admin') return `${name} becomes a super admin. This role can never be revoked.`
  return `The balance of ${name} changes from ${before} to ${after}.`
}
