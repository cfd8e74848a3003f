import { formatDate, formatShortDay, londonDay } from '@/lib/dates'
import { lastDayOf } from '@/lib/lastDayOf'
import { countOf } from '@/lib/numbers'

export const staffCaseCopy = {
  title: 'Cases',
  subtitle:
    'Claims, complaints, payment reviews, messages and closings. The accounts that most customers claim from are on top, then what is due first',
  list: {
    title: 'Cases',
    what: 'the cases',
    none: 'No cases',
    state: 'Show',
    kind: 'Kind',
    anyKind: 'All kinds',
    mine: 'Only mine',
    nobody: 'Nobody',
  },
  claims: { scam: 'Scam', unauthorised: 'Not made by the customer' },
  claimDecisions: { refunded: 'Refunded', nothing: 'Nothing to refund', refused: 'Refused' },
  states: { open: 'Open', decided: 'Decided', owed: 'Another bank owes us' } as Record<string, string | undefined>,
  gone: 'Deleted user',
  one: 'Case',
  what: 'the case',
  all: 'All cases',
  facts: 'Facts',
  evidence: 'What we knew',
  customer: 'Customer',
  timeline: 'Messages and notes',
  decision: 'Decision',
  by: { bank: 'To the customer', customer: 'From the customer', note: 'Note' },
  reached: {
    phone: 'By phone',
    message: 'By a message',
    email: 'By email',
    online: 'Online',
    person: 'In person',
    other: 'Another way, or not sure',
    safe: 'Card and phone were with the customer',
    lost: 'Card or phone was lost or stolen',
    shared: 'Someone else can use them',
  } as Record<string, string | undefined>,
  standards: {
    warning: 'Ignored a specific warning (gross negligence)',
    prompt: 'Did not tell us promptly (gross negligence)',
    information: 'Did not answer our questions (gross negligence)',
    police: 'Did not report to the police (gross negligence)',
    negligence: 'Gross negligence with card, PIN or device',
    not_covered: 'Not covered: a dispute, or their own account',
    fraud: "The customer's own fraud",
  } as Record<string, string | undefined>,
  take: 'Take the case',
  taken: { title: 'You have the case' },
  handOver: 'Hand over',
  handOverTitle: 'Hand over to whom?',
  handOverText: 'They find it under their cases.',
  agent: 'Agent',
  chooseAgent: 'Choose an agent.',
  handedOver: { title: 'Handed over' },
  note: 'Note',
  addNote: 'Add note',
  noted: { title: 'Note added' },
  ask: 'Ask the customer',
  askText: 'The customer reads it in the app and gets an email.',
  question: 'Question',
  asked: { title: 'Asked' },
  refund: (amount: string) => `Refund ${amount}`,
  refundTitle: 'Refund this claim?',
  refundText: (amount: string) =>
    `${amount} goes to the customer from the bank's own money. The reason is in the letter.`,
  nothing: 'Close without a refund',
  nothingTitle: 'Close this claim without a refund?',
  nothingText: (why: string) => `${why}. The customer gets a letter with your reason.`,
  belowExcess: (excess: string) => `Nothing: the loss is not above the excess of ${excess}`,
  noLoss: 'Nothing: the money came back',
  mostPaid: 'Nothing: the most for a scam has been refunded',
  refuse: 'Refuse',
  refuseTitle: 'Refuse this claim?',
  refuseText: 'A second administrator must approve it before the clock ends. Otherwise the customer is refunded.',
  standard: 'Standard',
  chooseStandard: 'Choose why the claim is refused.',
  reason: 'Reason, in the letter',
  waiting: 'A decision waits for a second administrator under Approvals.',
  done: { title: 'Decided', text: 'The customer gets the letter.' },
  messages: {
    title: 'Newest messages',
    hide: 'Hide the messages',
    hideTitle: (payer: string) => `Hide what ${payer} writes?`,
    hideText:
      'The customer no longer sees these texts, nor later ones, and can show them again. Payments arrive. The payer learns nothing.',
    leave: 'Leave them',
    leaveTitle: 'Leave the messages as they are?',
    leaveText: 'The customer is told, and can hide them.',
    done: { title: 'Decided', text: 'The customer has been told.' },
  },
  nothingLeft: 'The reason has ended',
  recovery: {
    action: 'Book what the other bank paid',
    text: (owed: string) => `It owes ${owed} of this refund. What it pays is settled between the banks.`,
    received: 'Paid now (£)',
    isAll: 'It pays no more: we bear the rest',
    badAmount: (owed: string) => `Enter what it has paid, at most ${owed}.`,
    confirm: 'Book',
    done: { title: 'Booked' },
  },
  protected: 'The customer asked for support: no excess, and no refusal for a lack of caution.',
} as const

/** The end of a clock in words, and whether it is today or past. `dueAt` is the first moment after it. */
export function describeDue(
  { due_at: dueAt, stopped_at: stoppedAt }: { due_at: string; stopped_at: string | null },
  now: Date,
): { words: string; note: string; isUrgent: boolean } {
  const end = Date.parse(dueAt)
  const day = lastDayOf(dueAt)
  if (stoppedAt !== null)
    return { words: 'Clock stopped', note: `at the latest ${formatShortDay(day)}`, isUrgent: false }
  if (end <= now.getTime()) return { words: 'Overdue', note: `since ${formatShortDay(day)}`, isUrgent: true }
  const days = Math.round((Date.parse(day) - Date.parse(londonDay(now))) / 86_400_000)
  if (days === 0) return { words: 'Due today', note: formatDate(day), isUrgent: true }
  return { words: formatDate(day), note: `in ${countOf(days, 'day')}`, isUrgent: false }
}
