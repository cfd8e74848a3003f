import { assistantName, bankName } from '../_shared/brand.ts'
import type { ChatMessage } from './chatMessage.ts'
import { describeAccount, describeBalance, describeCard, describePayees, describeTransactions } from './describe.ts'
import type { Account, Facts } from './facts.ts'
import { intentOf, type Intent } from './intent.ts'
import { redact } from './redact.ts'

// 'connect you with' and 'real agent' call an agent, so only the answers that hand over contain them.
const handover = 'Let me connect you with a real agent.'
const offerAgent = "If that doesn't help, write 'agent' to talk to a person."
const topics = 'your balance, your last transactions, your card, your payees, limits and security'
const notUnderstood = "I'm sorry, I didn't understand that."
const caution = 'Please never write a PIN, a password or a full card number in a chat, not even here.'

type Answer = string | ((facts: Facts) => string)

const answers: Record<Exclude<Intent, 'unknown'>, Answer> = {
  start: [
    `Welcome to ${bankName}! Here's where to find things:`,
    '- Home: your balance, your card and your notifications.',
    '- Pay & Transfer: pay someone new, or one of your payees.',
    '- Transactions: what came in and went out, with search and statements.',
    '- Support: your payees, settings and this chat.',
    `I can tell you about ${topics}. What would you like to know?`,
  ].join('\n'),
  'card problem': ({ account }) =>
    [
      `I'm sorry that your card isn't working.${account ? ` ${describeCard(account)} ${describeBalance(account)}` : ''} Please check:`,
      '- A payment is refused when it is more than your balance.',
      '- Online, enter the number, the date and the name exactly as the Cards screen shows them.',
      '- In a shop, put the card in and use its PIN if contactless is refused.',
      offerAgent,
    ].join('\n'),
  security: [
    'Your security comes first.',
    '- Never tell anyone your PIN or password, not even us.',
    '- Stop if someone rushes you or asks you to move money to a safe account. No bank asks for that.',
    '- If someone may know your PIN, sign out and choose Forgotten details? on the sign-in screen to ask for a new one.',
    "If you see a payment that you didn't make, or you've lost your card, write 'agent' to talk to a person.",
  ].join('\n'),
  'activate card': ({ account }) =>
    account
      ? account.isCardFrozen
        ? describeCard(account)
        : `You don't need to do anything. ${describeCard(account)} It works from the day your account was opened, and you can see it on the Cards screen.`
      : 'Your card is active as soon as your account is open. Go to Home and we open your account for you.',
  'last transaction': ({ transactions }) => describeTransactions(transactions.slice(0, 1)),
  'recent transactions': ({ transactions }) => describeTransactions(transactions),
  balance: withAccount(describeBalance),
  insights: 'Insights shows what you spent and received in each of the last months, and your average.',
  card: withAccount(
    (account) =>
      `${describeCard(account)} I can't see its full number. To see it, choose Show card number on the Cards screen.`,
  ),
  'freeze card': withAccount((account) =>
    [
      account.isCardFrozen
        ? describeCard(account)
        : 'Open Cards and choose Freeze Card. It stops all payments with your card at once, and you can unfreeze it at any time.',
      'If your card is lost or stolen, choose Card Settings, then Lost or stolen. It blocks the card and gives you a new one.',
    ].join('\n'),
  ),
  payees: ({ payees }) => describePayees(payees),
  limits: [
    'Your limits:',
    '- In a day you can send up to your daily limit, as long as you have enough in your account. To see or change it, open Support and choose Settings.',
    '- Scheduled incoming payments can add up to £5,000.00 per day.',
  ].join('\n'),
  'account details': withAccount(describeAccount),
  pin: [
    "I don't know your PIN or password, and no one at the bank will ever ask you for them.",
    'If you have forgotten your PIN, choose Forgotten details? on the sign-in screen and enter the email address that you registered with. An administrator looks at it, and then we email you a link to set a new one.',
  ].join('\n'),
  'how to pay': [
    "I can't move money for you, but it only takes a minute: choose Pay & Transfer, then Pay.",
    "You need the name on the account, the sort code (6 digits) and the account number (8 digits). Check every digit: you can't cancel a payment once it's sent.",
  ].join('\n'),
  statements: 'Open Transactions and choose Statements. You can read, print and download the statement for each month.',
  'scheduled payments':
    'Open Transactions and choose Manage payments to see your scheduled incoming payments or to schedule a new one. They can add up to £5,000.00 per day, and you can delete one until it has been processed. Payments that you send on another day are in Support, under Regular and future payments.',
  'regular payments':
    'Choose Pay & Transfer, then Pay. With the amount you can choose another day, or create a regular payment. To see, change or cancel them, open Support and choose Regular and future payments.',
  'change details':
    'Open Support and choose Branch support: there you can change your display name and the email address for notifications.',
  greeting: `Hello! I'm ${assistantName}, your assistant. I can tell you about ${topics}.`,
  thanks: "You're welcome! I'm here whenever you need something else.",
  urgent: `You need to speak to a person straight away. ${handover} Until then, don't tell anyone your PIN or a code, and don't move money for anyone.`,
  person: `I can't do that myself. ${handover}`,
}

function withAccount(describe: (account: Account) => string): Answer {
  return ({ account }) =>
    account ? describe(account) : "Your account isn't open yet. Go to Home and we open it for you."
}

/** Answers the customer's last message by rules, without a model. */
export function answerFromRules(messages: ChatMessage[], facts: Facts): string {
  const question = contentOfLast(messages, 'user')
  const intent = intentOf(question)
  const answer = intent === 'unknown' ? askAgain(contentOfLast(messages, 'assistant')) : textOf(answers[intent], facts)
  return redact(question) === question ? answer : `${caution}\n${answer}`
}

function askAgain(previousAnswer: string): string {
  return previousAnswer.includes(notUnderstood)
    ? `Sorry, I still don't understand. ${handover}`
    : `${notUnderstood} I can tell you about ${topics}. Could you say it another way?`
}

function contentOfLast(messages: ChatMessage[], role: ChatMessage['role']): string {
  return messages.findLast((message) => message.role === role)?.content ?? ''
}

function textOf(answer: Answer, facts: Facts): string {
  return typeof answer === 'string' ? answer : answer(facts)
}
