import { brand } from '@/brand'

export const externalAccountCopy = {
  title: 'Add another bank',
  text: `Import a statement file of your other bank. The file stays on this device. Only its rows (day, amount and text) and its last balance are kept in ${brand.name}.`,
  formats: "CSV, QIF, OFX, QFX, CAMT.053 (XML) or Santander's text file, up to 10 MB and 50,000 rows.",
  questions: {
    dayOrder: {
      title: 'Day or month first?',
      text: "The dates of this file can be read both ways. Choose what's right for its first rows.",
      no: 'Day first',
      yes: 'Month first',
    },
    direction: {
      title: 'Money in or out?',
      text: "Some files show money out as positive. Choose what's right for the first rows of this one.",
      no: 'As in the file',
      yes: 'The other way round',
    },
  },
  whichAccount: 'Which account of the file?',
  otherAccounts: (rows: string) => `${rows} of other accounts left out. Import the file again for them.`,
  addsUp: 'The balances in the file add up.',
  addsUpNot: "The balances in the file don't add up: some rows may be missing.",
  nothing: 'This file has no transactions that we can read.',
  importFailed: 'The import stopped',
  finished: (rows: string, account: string) => ({
    title: 'Import finished',
    text: `All ${rows} of the file are in ${account}.`,
  }),
  inInsights: {
    label: 'Count in insights',
    hint: 'Its outgoing payments count in your spending by category and by merchant, including money that you move to your own accounts.',
  },
  removed: { title: 'Account removed', isForNextScreen: true },
  removeFailed: 'Account not removed',
  empty: { title: 'No transactions', text: 'Import a statement file to see transactions here.' },
  gone: { title: "We can't find that account", text: 'It may have been removed.' },
} as const
