import { assistantName, bankName } from '../_shared/brand.ts'
import type { ChatMessage } from './chatMessage.ts'
import { describeAccount, describeBalance, describeCard, describePayees, describeTransactions } from './describe.ts'
import type { Account, Facts } from './facts.ts'
import { intentOf, type Intent } from './intent.ts'
import { redact } from './redact.ts'

// 'connect you with' and 'real agent' call an agent at once, so only the answers for a person say them.
const handover = 'Let me connect you with a real agent, who will join this chat as soon as one is free.'
const forAPerson = "If that does not help, write 'agent' and a person will join this chat."
const topics = 'your balance, your last transactions, your card, your payees, limits and security'
const notUnderstood = 'I am sorry, I did not understand that.'
const caution = 'Please never write a PIN, a password or a whole card number in a chat, not even here.'

type Answer = string | ((facts: Facts) => string)

const answers: Record<Exclude<Intent, 'unknown'>, Answer> = {
  start: [
    `Welcome to ${bankName}! This is where you find things:`,
    '- Home: your balance, your card and your latest news.',
    '- Pay & Transfer: pay somebody new, or one of your payees.',
    '- Transactions: what came in and went out, with search and statements.',
    '- Support: your payees, settings and this chat.',
    `I can tell you about ${topics}. What would you like to know?`,
  ].join('\n'),
  'card problem': ({ account }) =>
    [
      `I am sorry that your card isn't working.${account ? ` ${describeCard(account)} ${describeBalance(account)}` : ''} Please check:`,
      '- A payment is refused when it is more than your balance.',
      '- Online, type the number, the date and the name as the Cards screen shows them.',
      '- In a shop, put the card in and use its PIN if contactless is refused.',
      forAPerson,
    ].join('\n'),
  security: [
    'Your security comes first.',
    '- Never tell anybody your PIN or password, not even us.',
    '- Stop when somebody hurries you or asks you to move money to a safe account. No bank asks for that.',
    '- If somebody may know your PIN, sign out and choose Forgotten details? on the sign-in screen to ask for a new one.',
    "If you see a payment that you did not make, or your card is gone, write 'agent' and a person will join this chat.",
  ].join('\n'),
  'activate card': ({ account }) =>
    account
      ? `There is nothing left to do. ${describeCard(account)} It works from the day your account was opened, and you can see it on the Cards screen.`
      : 'Your card is active as soon as your account is open. Open Home once, and your account is opened for you.',
  'last transaction': ({ transactions }) => describeTransactions(transactions.slice(0, 1)),
  'recent transactions': ({ transactions }) => describeTransactions(transactions),
  balance: withAccount(describeBalance),
  insights: 'Insights shows what you spent and received in each of the last months, and your average.',
  card: withAccount(
    (account) => `${describeCard(account)} I never see its whole number: Show card number on the Cards screen does.`,
  ),
  payees: ({ payees }) => describePayees(payees),
  limits: [
    'These are the limits:',
    '- One payment can be up to £1,000,000.00, as long as your balance is enough.',
    '- Scheduled incoming payments can add up to £5,000.00 per day.',
  ].join('\n'),
  'account details': withAccount(describeAccount),
  pin: [
    'I do not know your PIN or password, and nobody at the bank will ever ask you for them.',
    'If you have forgotten your PIN, choose Forgotten details? on the sign-in screen and enter the e-mail address that you registered with. An administrator will then contact you.',
  ].join('\n'),
  'how to pay': [
    'I cannot move money for you, but it only takes a minute: choose Pay & Transfer, then Pay.',
    'You need the name on the account, the sort code (6 digits) and the account number (8 digits). Check every digit: a payment that has been sent cannot be called back.',
  ].join('\n'),
  statements: 'Open Transactions and choose Statements. Each month can be read, printed and saved as a file.',
  'scheduled payments':
    'Open Transactions and choose Manage payments to see your scheduled incoming payments or to schedule a new one. They can add up to £5,000.00 per day, and you can delete one until it has been processed.',
  'change details':
    'Open Support and choose Branch support: there you can change your display name and the e-mail address for notifications.',
  greeting: `Hello! I am ${assistantName}, your assistant. I can tell you about ${topics}.`,
  thanks: 'You are welcome! I am here whenever you need something else.',
  urgent: `That needs a person straight away. ${handover} Until then, do not tell anybody your PIN or a code, and do not move money for anybody.`,
  person: `That is something I cannot do myself. ${handover}`,
}

function withAccount(describe: (account: Account) => string): Answer {
  return ({ account }) =>
    account ? describe(account) : 'Your account is not open yet. Open Home once, and it is opened for you.'
}

/** The answer to the customer's last message, without a model: from rules and what the customer may see anyway. */
export function answerFromRules(messages: ChatMessage[], facts: Facts): string {
  const question = contentOfLast(messages, 'user')
  const intent = intentOf(question)
  const answer = intent === 'unknown' ? askAgain(contentOfLast(messages, 'assistant')) : wordsOf(answers[intent], facts)
  return redact(question) === question ? answer : `${caution}\n${answer}`
}

function askAgain(previousAnswer: string): string {
  return previousAnswer.includes(notUnderstood)
    ? `I still do not understand, sorry. ${handover}`
    : `${notUnderstood} I can tell you about ${topics}. Could you put it in other words?`
}

function contentOfLast(messages: ChatMessage[], role: ChatMessage['role']): string {
  return messages.findLast((message) => message.role === role)?.content ?? ''
}

function wordsOf(answer: Answer, facts: Facts): string {
  return typeof answer === 'string' ? answer : answer(facts)
}
