import { countOf } from '@/lib/numbers'

export const auditCopy = {
  what: 'the audit',
  none: 'Nothing has been recorded yet',
  noneFound: 'Nothing in the audit matches this filter',
  unnamed: 'Unnamed',
  noTarget: '–',
  kinds: { person: 'User', account: 'Account', card: 'Card', payment: 'Payment', chat: 'Chat', case: 'Case' } as Record<
    string,
    string | undefined
  >,
  /** Of the exported file. */
  columns: ['Row', 'When', 'Who', 'What', 'To whom', 'Subject', 'Details', 'Hash'],
  nothingToExport: 'Nothing in the audit matches this filter: there is nothing to export.',
  noRow: (row: string) => `The audit has no row ${row}.`,
  alarm: {
    label: 'Alarm about the audit',
    title: (row: number) => `The audit chain is broken at row ${row}: somebody has changed the audit in the database.`,
    found: (moment: string) => `Found by the nightly verification on ${moment}.`,
    forOthers: 'A super admin must look at it.',
    look: 'Look at the row',
    acknowledge: 'I have looked',
    confirm: {
      title: 'Have you looked at this row?',
      text: 'The alarm disappears for all staff, and the audit records that you have looked. The row stays broken.',
    },
    failed: "We couldn't record that you have looked",
  },
  whole: 'The chain is intact: each row contains the hash of the row before it.',
  broken: (id: number) => `The chain is broken: row ${id} has been tampered with.`,
  failed: "We couldn't verify the chain",
  verifying: (rows: number) => (rows === 0 ? 'Verifying...' : `${countOf(rows, 'row')} verified...`),
} as const
