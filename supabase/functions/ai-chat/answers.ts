import { assistantName, bankName } from '../_shared/brand.ts'
import { describeAccount, describeBalance, describeCard, describePayees, describeTransactions } from './describe.ts'
import type { Account, Facts } from './facts.ts'
import { linkTo, type ChatLink, type Place } from './places.ts'

// 'connect you with' and 'real agent' call an agent, so only the answers that hand over contain them.
export const handover = 'Let me connect you with a real agent.'
export const topics = 'your balance, your last transactions, your card, your payees, limits and security'

type Words = string | ((facts: Facts, question: string) => string)
type Answer = { words: Words; links?: ChatLink[] }

const inApp = (words: Words, ...places: Place[]): Answer => ({ words, links: places.map((place) => linkTo(place)) })
const somethingWrong = linkTo('transactions', 'Choose the payment')

/** The answer to each kind of question, and the buttons that lead to the screen that does it. */
const answers: Record<string, Answer> = {
  start: inApp(
    [
      `Welcome to ${bankName}! Here's where to find things:`,
      '- Home: your balance, your card and your notifications.',
      '- Pay & Transfer: pay someone new, or one of your payees.',
      '- Transactions: what came in and went out, with search and statements.',
      '- Support: your payees, settings and this chat.',
      `I can tell you about ${topics}. What would you like to know?`,
    ].join('\n'),
    'pay',
    'transactions',
    'support',
  ),
  'card-problem': inApp(
    ({ account }) =>
      [
        `I'm sorry that your card isn't working.${account ? ` ${describeCard(account)} ${describeBalance(account)}` : ''} Please check:`,
        '- A payment is refused when it is more than your balance.',
        '- Online, enter the number, the date and the name exactly as the Cards screen shows them.',
        '- In a shop, put the card in and use its PIN if contactless is refused.',
        '- Card Settings may have switched off contactless, online payments or payments abroad.',
      ].join('\n'),
    'cards',
  ),
  security: inApp(
    [
      'Your security comes first.',
      '- Never tell anyone your PIN or password, not even us.',
      '- Stop if someone rushes you or asks you to move money to a safe account. No bank asks for that.',
      '- If someone may know your PIN, freeze everything, or choose Forgotten details? on the sign-in screen to ask for a new one.',
      "If you see a payment that you didn't make, open it in Transactions and choose Something wrong?",
    ].join('\n'),
    'freeze',
    'signIn',
    'transactions',
  ),
  'activate-card': inApp(
    ({ account }) =>
      account
        ? account.isCardFrozen
          ? describeCard(account)
          : `You don't need to do anything. ${describeCard(account)} It works from the day your account was opened, and you can see it on the Cards screen.`
        : 'Your card is active as soon as your account is open. Go to Home and we open your account for you.',
    'cards',
  ),
  transactions: inApp(
    ({ transactions }, question) =>
      describeTransactions(asksForOne(question) ? transactions.slice(0, 1) : transactions),
    'transactions',
  ),
  balance: withAccount(describeBalance, 'transactions'),
  insights: inApp(
    'Insights shows what you spent and received in each of the last months, and your average.',
    'insights',
  ),
  card: withAccount(
    (account) =>
      `${describeCard(account)} I can't see its full number. To see it, choose Show card number on the Cards screen. Card Settings has its limits and switches.`,
    'cards',
  ),
  'freeze-card': withAccount(
    (account) =>
      [
        account.isCardFrozen
          ? describeCard(account)
          : 'Open Cards and choose Freeze Card. It stops all payments with your card at once, and you can unfreeze it at any time.',
        'If your card is lost or stolen, choose Card Settings, then Lost or stolen. It blocks the card and gives you a new one.',
      ].join('\n'),
    'cards',
  ),
  unfreeze: inApp(
    'A frozen card: open Cards and choose Unfreeze Card. It works again at once. A frozen account: open Settings, Freeze everything, and choose Unfreeze. We check that it is you by email or passkey, and it takes an hour.',
    'cards',
    'freeze',
  ),
  'new-card': inApp(
    'Open Cards, then Card Settings, and choose Lost or stolen, then "It\'s damaged or has expired". We block the old card and give you a new one, with a new number and PIN.',
    'cards',
  ),
  pin: inApp(
    [
      "I don't know your PIN or password, and no one at the bank will ever ask you for them. To change your PIN, open Settings, then Sign-in and devices.",
      'If you have forgotten your PIN, choose Forgotten details? on the sign-in screen and enter the email address that you registered with. An administrator looks at it, and then we email you a link to set a new one.',
    ].join('\n'),
    'signIn',
  ),
  'card-pin': inApp(
    'Open Cards and choose View PIN to see the PIN of your card. It is not the PIN that you sign in with.',
    'cards',
  ),
  payees: inApp(({ payees }) => describePayees(payees), 'payees'),
  limits: inApp(
    [
      'Your limits:',
      '- In a day you can send up to your daily limit, as long as you have enough in your account. To see or change it, open Support and choose Settings.',
      '- Scheduled incoming payments can add up to £5,000.00 per day.',
    ].join('\n'),
    'limits',
  ),
  'account-details': withAccount(describeAccount, 'home'),
  'how-to-pay': inApp(
    [
      "I can't move money for you, but it only takes a minute: choose Pay & Transfer, then Pay.",
      "You need the name on the account, the sort code (6 digits) and the account number (8 digits). Check every digit: you can't cancel a payment once it's sent.",
    ].join('\n'),
    'pay',
  ),
  statements: inApp(
    'Open Transactions and choose Statements. You can read, print and download the statement for each month.',
    'statements',
  ),
  'scheduled-incoming': inApp(
    'Scheduled incoming payments can add up to £5,000.00 per day, and you can delete one until it has been processed. Payments that you send on another day are in Support, under Regular and future payments.',
    'incoming',
    'regular',
  ),
  'regular-payments': inApp(
    'Choose Pay & Transfer, then Pay. With the amount you can choose another day, or create a regular payment. To see, change or cancel them, open Support and choose Regular and future payments.',
    'regular',
    'pay',
  ),
  'change-details': inApp(
    'Open Support and choose Branch support: there you can change your display name and the email address for notifications.',
    'details',
    'address',
  ),
  'change-address': inApp(
    'Open Profile and enter your new postal address. Your statements and proof of account show it from then on.',
    'address',
  ),
  'proof-of-address': inApp(
    'Open Transactions and choose Statements: there you download Proof of account, a letter with your name, sort code and account number. It shows the address in your Profile.',
    'statements',
    'address',
  ),
  cash: inApp(
    'You can take out cash with your card and its PIN at a cash machine, within your balance and the limits in Card Settings. Cash withdrawals must be switched on there. You cannot pay in cash. If a machine gave you the wrong amount, open the withdrawal in Transactions and choose Something wrong?',
    'cards',
    'transactions',
  ),
  abroad: inApp(
    "Your card works abroad when Payments abroad is switched on in Card Settings; you need not tell us that you travel. You can't send money to accounts outside the UK in this app.",
    'cards',
  ),
  'late-payment': {
    words:
      "Money usually arrives at once but can take up to 2 hours. In Transactions you see whether it is pending, sent or came back. If it hasn't arrived, open the payment and choose Something wrong?",
    links: [somethingWrong, linkTo('cases')],
  },
  'charged-twice': {
    words:
      'Open the payment in Transactions and choose Something wrong? We ask what happened and tell you what comes next. For goods that never came, ask the shop first.',
    links: [somethingWrong, linkTo('cases')],
  },
  'wrong-payment': {
    words: `Open the payment in Transactions: if it can still be undone, there is Undo. Otherwise choose Something wrong?, and we ask the other bank for the money. ${handover}`,
    links: [somethingWrong, linkTo('regular', 'Cancel a later payment')],
  },
  looked: inApp(
    'Open Settings, then Privacy, and choose Who looked at my account. It lists what our staff opened, when and why.',
    'privacy',
  ),
  suspended: inApp(
    'Look at your messages from the bank: a suspension says why, and what happens next. If your account is only frozen, you can unfreeze it yourself in Settings.',
    'home',
    'freeze',
  ),
  calling: inApp(
    'Open Support: at the top it says whether we are calling you now, and the two words that the caller must say. If it says that we are not, hang up.',
    'support',
  ),
  devices: inApp(
    'Open Settings, then Sign-in and devices: there you add passkeys, and see and remove devices. On a new phone, sign in with your email address and PIN and the code that we email you.',
    'signIn',
  ),
  notifications: inApp(
    'Open Settings, then Notifications, to choose what we tell you and where. Your messages from us are in the Mailbox on Home.',
    'notifications',
    'home',
  ),
  settings: inApp(
    'Settings has the appearance, Privacy with the trusted contact and the hidden balance, the undo window and the support that you can ask for.',
    'appearance',
    'privacy',
    'needs',
  ),
  'other-banks': inApp(
    'On Home, choose Add another bank. It shows an account that you have elsewhere, from a statement file of that bank.',
    'home',
  ),
  'close-account': inApp(
    'Open Settings and choose Close account. You see first what happens to your money and your payments.',
    'close',
  ),
  complaint: inApp(
    'I\'m sorry that we let you down. Choose "I\'m unhappy about something" to make a complaint: it gets its own clock and an answer.',
    'complaint',
    'cases',
  ),
  products: inApp(
    `We offer a current account with a debit card, and savings accounts. We have no loans and no overdrafts. ${handover}`,
    'savings',
  ),
  greeting: {
    words: `Hello! I'm ${assistantName}, your assistant, a computer program. I can tell you about ${topics}.`,
  },
  thanks: { words: "You're welcome! I'm here whenever you need something else." },
  person: { words: `I can't do that myself. ${handover}` },
}

function withAccount(describe: (account: Account) => string, ...places: Place[]): Answer {
  return inApp(
    ({ account }) => (account ? describe(account) : "Your account isn't open yet. Go to Home and we open it for you."),
    ...places,
  )
}

function asksForOne(question: string): boolean {
  return (
    /\b(?:last|latest|newest|most recent|transaction)\b/i.test(question) &&
    !/\b(?:transactions|payments|transfers|purchases|five|\d)\b/i.test(question)
  )
}

/** Null for a kind that has no answer. */
export function answerTo(kind: string, question: string, facts: Facts): { text: string; links: ChatLink[] } | null {
  const answer = answers[kind]
  if (answer === undefined) return null
  return {
    text: typeof answer.words === 'string' ? answer.words : answer.words(facts, question),
    links: answer.links ?? [],
  }
}
