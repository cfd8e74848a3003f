import { brand } from '@/brand'

export const externalAccountCopy = {
  title: 'Add another bank',
  text: `Import a statement file of your other bank. The file stays on this device. Only its rows (day, amount and text) are kept in ${brand.name}.`,
  formats: 'CSV, OFX, QFX or CAMT.053 (XML), up to 10 MB and 50,000 rows.',
  nothing: 'This file has no transactions that we can read.',
  importFailed: 'The import stopped',
  inInsights: {
    label: 'Count in insights',
    hint: 'Its outgoing payments count in your spending by category and by merchant, including money that you move to your own accounts.',
  },
  removed: { title: 'Account removed', isForNextScreen: true },
  removeFailed: 'Account not removed',
  empty: { title: 'No transactions', text: 'Import a statement file to see transactions here.' },
  gone: { title: "We can't find that account", text: 'It may have been removed.' },
} as const
