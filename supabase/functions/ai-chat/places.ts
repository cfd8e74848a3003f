/** What the app can do, and where. The built-in answers lead to these screens, and the model is told of them. */
const places = {
  home: { label: 'Home', path: '/', does: 'the balance, the card and the notifications' },
  pay: {
    label: 'Pay & Transfer',
    path: '/pay-transfer',
    does: 'payments at once, on another day or regularly, within the balance and the daily limit',
  },
  savings: {
    label: 'Open a savings account',
    path: '/savings/open',
    does: 'a savings account with a name and a goal; Home lists it, and Move money there moves money to and from it',
  },
  transactions: {
    label: 'Transactions',
    path: '/transactions',
    does: 'what came in and went out, with search; each payment has Something wrong? for one that is missing, wrong, unknown or a scam',
  },
  statements: {
    label: 'Statements',
    path: '/statements',
    does: 'a statement for each month, and proof of the account, to print or download',
  },
  insights: { label: 'Insights', path: '/insights', does: 'what was spent and received in each of the last months' },
  cards: {
    label: 'Cards',
    path: '/cards',
    does: 'the card; Freeze Card and Unfreeze Card, Show card number, View PIN, and Card Settings with limits, cash, contactless, payments abroad, gambling and Lost or stolen',
  },
  payees: { label: 'Manage Payments', path: '/manage-payments', does: 'the saved payees' },
  regular: {
    label: 'Regular and future payments',
    path: '/regular-payments',
    does: 'later and regular payments, to change, pause or cancel',
  },
  incoming: {
    label: 'Scheduled Payments',
    path: '/scheduled-payments',
    does: 'scheduled incoming payments of up to £5,000.00 per day',
  },
  limits: {
    label: 'Payments: limits and undo',
    path: '/settings#payments',
    does: 'the daily limit and the undo window',
  },
  freeze: {
    label: 'Freeze everything',
    path: '/settings#freeze',
    does: 'stops the card and all payments at once, and unfreezes the account',
  },
  signIn: {
    label: 'Sign-in and devices',
    path: '/settings#sign-in',
    does: 'changes the PIN, adds passkeys and removes devices',
  },
  notifications: {
    label: 'Notifications',
    path: '/settings#notifications',
    does: 'what is sent by email and as push messages',
  },
  privacy: {
    label: 'Privacy',
    path: '/settings#privacy',
    does: 'hides the balance; the trusted contact; Who looked at my account',
  },
  needs: {
    label: 'How we can help you',
    path: '/settings#needs',
    does: 'more time, larger text, no calls, a gambling block, money worries',
  },
  appearance: { label: 'Appearance', path: '/settings#appearance', does: 'light, dark and text size' },
  close: { label: 'Close account', path: '/settings#close', does: 'closes the account' },
  address: { label: 'Postal address', path: '/profile', does: 'the full name and the postal address' },
  details: {
    label: 'Branch support',
    path: '/branch-support',
    does: 'the display name and the email address for notifications',
  },
  cases: { label: 'Your cases', path: '/cases', does: 'claims and complaints, and who moves next' },
  complaint: { label: "I'm unhappy about something", path: '/complaint', does: 'a complaint with its clock' },
  support: { label: 'Support', path: '/more', does: 'says whether the bank is calling now, and leads to all tools' },
} as const

export type Place = keyof typeof places

/** A button below a message: it leads to a screen or a phone number, or asks a question. */
export type ChatLink = { label: string; to: string } | { label: string; ask: string }

export const linkTo = (place: Place, label: string = places[place].label): ChatLink => ({
  label,
  to: places[place].path,
})
export const call = (label: string, number: string): ChatLink => ({ label, to: `tel:${number.replaceAll(' ', '')}` })

/** For the instructions of a model. */
export function describePlaces(): string {
  return Object.values(places)
    .map(({ label, does }) => `- ${label}: ${does}.`)
    .join('\n')
}
