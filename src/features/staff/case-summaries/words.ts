import { wordsOf } from '@/lib/codeWords'

/** The kinds of cases. */
export const kindTitles = {
  scam: 'Scam',
  unauthorised: 'Not made by the customer',
  messages: 'Messages in payments',
  suspension: 'Suspended customer',
  complaint: 'Complaint',
  payment_review: 'Payment review',
  received: 'Received claimed money',
  closing: 'Account to be closed',
} as const

/** An unknown kind is shown by its name. */
export const titleOf = (kind: string) => wordsOf(kindTitles, kind)

/** What a case is about, as 'Scam: Petra Payee'. */
export const matterOf = ({ kind, subject }: { kind: string; subject: string | null }) =>
  subject === null ? titleOf(kind) : `${titleOf(kind)}: ${subject}`
