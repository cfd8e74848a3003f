import { formatDate, formatDay } from '@/lib/dates'
import { formatPence, formatRate } from '@/lib/money'
import { noName } from '@/lib/noName'
import { adminCasePath, adminTransactionPath, paths } from '@/lib/paths'
import type { Approval } from './queries'

/** What the list says about a kind of request. */
type Kind = {
  title: string
  /** What changes, from and to. */
  change: (approval: Approval) => [before: string, after: string]
  /** One sentence for the question before the approval. */
  question: (approval: Approval) => string
  /** The page of what the request is about, beside that of the user. */
  path?: (approval: Approval) => string | null
  /** It concerns the whole bank. */
  isAboutNoUser?: true
  isDanger?: true
  /** No customer gets a message about it. */
  tellsNobody?: true
}

const none = '–'
const nameOf = ({ userName }: Approval) => userName ?? noName
const accountOf = (approval: Approval) =>
  approval.accountNumber === null
    ? nameOf(approval)
    : `the savings account ${approval.accountNumber} of ${nameOf(approval)}`
const before = ({ amountBefore }: Approval) => (amountBefore === null ? none : formatPence(amountBefore))
const after = ({ amountAfter }: Approval) => formatPence(amountAfter ?? 0)
/** A rate comes in the place of an amount. */
const percent = (rate: number | null) => (rate === null ? none : formatRate(rate))
const paymentPath = ({ transactionId }: Approval) => transactionId && adminTransactionPath(transactionId)

const recovery: Pick<Kind, 'change' | 'question'> = {
  change: (approval) => [before(approval), `Received ${after(approval)}`],
  question: (approval) =>
    `Another bank has paid ${after(approval)} of the ${before(approval)} that it owes for the claim of ${nameOf(approval)}${
      approval.decision === 'recovered' ? ', and pays no more. We bear the rest.' : '.'
    }`,
}

const claim: typeof recovery = {
  change: (approval) => [before(approval), approval.decision === 'refused' ? 'Refused' : `Refund ${after(approval)}`],
  question: (approval) =>
    approval.decision === 'refused'
      ? `The claim of ${nameOf(approval)} is refused: ${before(approval)} is not refunded. The customer gets a letter with the reason.`
      : `Refund ${after(approval)} is paid to ${nameOf(approval)} from the bank's own money.`,
}

/** The decisions about the kinds of cases that two people make. Claims have the same words. */
const cases: Record<string, typeof recovery | undefined> = {
  payment_review: {
    change: (approval) => [before(approval), approval.decision === 'refused' ? 'Not sent' : 'Sent'],
    question: (approval) =>
      approval.decision === 'refused'
        ? `The payment of ${nameOf(approval)} is not sent: ${before(approval)} goes back to them. They get a letter with the reason.`
        : `The payment of ${nameOf(approval)} is released: ${before(approval)} goes out at once.`,
  },
  complaint: {
    change: (approval) => [before(approval), `Redress ${after(approval)}`],
    question: (approval) => `Redress ${after(approval)} is paid to ${nameOf(approval)} from the bank's own money.`,
  },
  closing: {
    change: () => ["90 days' notice", 'Stays open'],
    question: (approval) =>
      `The notice is withdrawn: the account of ${nameOf(approval)} stays open, and they are told.`,
  },
}

const decided = ({ decision, caseKind }: Approval) =>
  decision?.startsWith('recovered') ? recovery : (cases[caseKind ?? ''] ?? claim)

export const kinds: Record<string, Kind | undefined> = {
  balance: {
    title: 'New balance',
    tellsNobody: true,
    change: (approval) => [before(approval), after(approval)],
    question: (approval) =>
      `The balance of ${accountOf(approval)} changes from ${before(approval)} to ${after(approval)}.`,
  },
  deletion: {
    title: 'Revoke access',
    tellsNobody: true,
    change: (approval) => [before(approval), 'Deleted'],
    question: (approval) =>
      `This permanently deletes the account of ${nameOf(approval)}, with ${before(approval)}, and all of their data.`,
    isDanger: true,
  },
  unfreeze: {
    title: 'Unfreeze account',
    change: () => ['Frozen', 'Unfrozen in an hour'],
    question: (approval) =>
      `The account of ${nameOf(approval)} is unfrozen in an hour. Until then they can keep it frozen, with a link in an email.`,
  },
  super_admin: {
    title: 'New super admin',
    tellsNobody: true,
    change: () => [none, 'Super admin'],
    question: (approval) => `${nameOf(approval)} becomes a super admin. This role can never be revoked.`,
  },
  passkey: {
    title: 'Remove a passkey',
    change: () => [none, 'Removed'],
    question: (approval) =>
      `A passkey of ${nameOf(approval)} is removed, and they are signed out everywhere. Payments then need no approval by it.`,
  },
  sign_in_address: {
    title: 'New sign-in email',
    change: ({ decision }) => [none, decision ?? none],
    question: (approval) =>
      `${nameOf(approval)} signs in with ${approval.decision ?? none} from now on, and is signed out everywhere. Codes and links for a new PIN go there.`,
  },
  closing: {
    title: 'Close account',
    change: () => [none, "90 days' notice"],
    question: (approval) =>
      `${nameOf(approval)} gets 90 days' notice with a letter, which has this reason word for word: ${approval.reason}`,
  },
  payout: {
    title: 'Pay out after a closing',
    change: (approval) => [before(approval), `To ${approval.payee?.name ?? noName}`],
    question: (approval) => {
      const { name, sort_code: sortCode, account_number: number, outcome } = approval.payee ?? {}
      const check = outcome === 'match' ? 'The name matches the account.' : "The other bank doesn't check names."
      return `${after(approval)} of the closed account of ${nameOf(approval)} goes to ${name ?? noName}, ${sortCode ?? ''} ${number ?? ''}. ${check}`
    },
  },
  case: {
    title: 'Decision about a case',
    change: (approval) => decided(approval).change(approval),
    question: (approval) => decided(approval).question(approval),
    path: ({ transactionId }) => transactionId && adminCasePath(transactionId),
  },
  reversal: {
    title: 'Reverse payment',
    change: (approval) => [before(approval), 'Reversed'],
    question: (approval) =>
      `The payment by ${nameOf(approval)} is reversed: ${before(approval)} goes back from the recipient.`,
    path: paymentPath,
  },
  recall: {
    title: "Return to the sender's bank",
    change: (approval) => [before(approval), 'Returned'],
    question: (approval) =>
      `The payment to ${nameOf(approval)} goes back to the sender's bank: ${before(approval)} leaves their account without their consent.`,
    path: paymentPath,
  },
  rules: {
    title: 'Payment rules',
    tellsNobody: true,
    change: () => [none, 'New rules'],
    question: () => 'The payment rules change as their screen shows, for every payment from now on.',
    path: () => paths.adminRules,
    isAboutNoUser: true,
  },
  interest_rate: {
    title: 'Interest on savings',
    tellsNobody: true,
    change: ({ amountBefore, amountAfter, decision }) => [
      percent(amountBefore),
      `${percent(amountAfter)} from ${decision === null ? none : formatDate(decision)}`,
    ],
    question: ({ amountAfter, decision }) =>
      `From ${decision === null ? none : formatDay(decision)}, savings earn ${percent(amountAfter)} a year.`,
    path: () => paths.adminInterest,
    isAboutNoUser: true,
  },
}
