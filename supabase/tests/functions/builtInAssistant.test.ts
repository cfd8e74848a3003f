import { describe, expect, test } from 'vitest'
import { answerBuiltIn } from '../../functions/ai-chat/builtInAssistant.ts'
import { classify } from '../../functions/ai-chat/classify.ts'
import type { Facts, Transaction } from '../../functions/ai-chat/facts.ts'

const lunch: Transaction = {
  amount: 12.5,
  isIncoming: false,
  isCard: false,
  name: 'Ben Payee',
  reference: 'Lunch',
  at: '2026-06-30T23:05:00+00:00',
  state: 'completed',
}
const wages: Transaction = {
  amount: 2000,
  isIncoming: true,
  isCard: false,
  name: 'Acme Ltd',
  reference: null,
  at: '2026-01-05T09:00:00+00:00',
  state: 'completed',
}
const facts: Facts = {
  account: {
    balance: 1234.56,
    pending: 0,
    sortCode: '04-00-75',
    accountNumber: '12345678',
    cardLastFour: '4821',
    isCardFrozen: false,
  },
  transactions: [lunch, wages],
  payees: [
    {
      name: 'Ben Payee',
      sortCode: '04-00-75',
      accountNumber: '87654321',
      lastPayment: { amount: 12.5, at: lunch.at },
    },
    { name: 'Old Friend', sortCode: '112233', accountNumber: '11112222', lastPayment: null },
  ],
}
const nothing: Facts = { account: null, transactions: [], payees: [] }

const ask = (content: string, known = facts) => answerBuiltIn([{ role: 'user', content }], known).text
/** The rule by which the browser calls an agent. */
const callsAnAgent = (answer: string) => /connect you with|real agent/i.test(answer)

describe('the five quick replies', () => {
  test('Help getting started: where everything is', () => {
    const answer = ask('Help getting started')
    for (const place of ['Home', 'Pay & Transfer', 'Transactions', 'Support']) expect(answer).toContain(place)
  })

  test("My card isn't working: the card, the balance and what to check", () => {
    for (const question of ["My card isn't working", 'My card isn’t working']) {
      const answer = ask(question)
      expect(answer).toContain('ending in 4821')
      expect(answer).toContain('£1,234.56')
      expect(answer).toContain('contactless')
    }
  })

  test('Security concern: what to do, without asking for secrets', () => {
    expect(ask('Security concern')).toContain('Never tell anyone your PIN')
    expect(ask('Security concern')).toContain('Forgotten details?')
  })

  test('a frozen card: says so, and how to use it again', () => {
    const frozen = { ...facts, account: facts.account && { ...facts.account, isCardFrozen: true } }
    for (const question of ["My card isn't working", 'Activate my card', 'Which card do I have?']) {
      const answer = ask(question, frozen)
      expect(answer).toContain('ending in 4821 is frozen. To use it, choose Unfreeze Card')
      expect(answer).not.toContain('is active')
    }
  })

  test('Activate my card: it is active', () => {
    expect(ask('Activate my card')).toContain('Your debit card ending in 4821 is active.')
    expect(ask('Activate my card', nothing)).toContain('as soon as your account is open')
  })

  test('Show my last transaction: amount, name, time in London and reference', () => {
    expect(ask('Show my last transaction')).toBe(
      "Your last transaction: £12.50 paid to Ben Payee on 1 July 2026 at 00:05, reference 'Lunch'.",
    )
    expect(ask('Show my last transaction', nothing)).toBe('There are no transactions on your account yet.')
  })
})

describe('questions about the customer’s account', () => {
  test.each(["What's my balance?", 'how much money do I have left', 'How much can I spend?', 'BALANCE'])('%s', (q) => {
    expect(ask(q)).toBe('Your balance is £1,234.56.')
  })

  test('names what is pending beside the balance', () => {
    const withPending = { ...facts, account: facts.account && { ...facts.account, pending: 4.85 } }
    expect(ask("What's my balance?", withPending)).toBe('Your balance is £1,234.56. £4.85 is in pending payments.')
  })

  test.each(['show me my last transactions', 'my recent payments please', 'Transactions?', 'Who paid me?'])(
    '%s',
    (q) => {
      expect(ask(q)).toBe(
        [
          'Your last 2 transactions:',
          "- £12.50 paid to Ben Payee on 1 July 2026 at 00:05, reference 'Lunch'",
          '- £2,000.00 received from Acme Ltd on 5 January 2026 at 09:00',
          'See them all in Transactions.',
        ].join('\n'),
      )
    },
  )

  test.each(['What was my most recent payment?', 'latest transaction', 'is there a transaction'])('%s', (q) => {
    expect(ask(q)).toContain('Your last transaction: £12.50')
  })

  test('states when a transaction is reversed', () => {
    const answer = ask('last transaction', { ...facts, transactions: [{ ...lunch, state: 'reversed' }] })
    expect(answer).toContain("'Lunch' (reversed).")
  })

  test.each(['Who are my payees?', 'saved recipients', 'Who did I pay?'])('%s', (q) => {
    expect(ask(q)).toContain('- Ben Payee, 04-00-75, ••••4321, last paid £12.50 on 1 July 2026 at 00:05')
    expect(ask(q)).toContain('- Old Friend, 11-22-33, ••••2222\n')
    expect(ask(q, nothing)).toBe('You have no payees yet. They are saved automatically when you make a payment.')
  })

  test.each(['Which card do I have?', 'What is my full card number?'])('%s', (q) => {
    expect(ask(q)).toContain('ending in 4821')
    expect(ask(q)).toContain('Show card number')
  })

  test('What is my sort code?', () => {
    expect(ask('What is my sort code?')).toContain('04-00-75 and your account number is 12345678')
  })

  test.each(["What's my balance?", 'card?', 'my account number'])('%s, without an account', (q) => {
    expect(ask(q, nothing)).toContain("isn't open yet")
  })
})

describe('questions about the bank', () => {
  test.each([
    ['What are my limits?', 'your daily limit'],
    ['How much can I send?', '£5,000.00 per day'],
    ["What's the most I can transfer?", 'open Support and choose Settings'],
    ['What is my PIN?', "I don't know your PIN"],
    ['I forgot my password', 'Forgotten details?'],
    ['How do I spot a scam?', 'Stop if someone rushes you'],
    ['How do I pay someone new?', 'choose Pay & Transfer'],
    ['Send £20 to another account', "I can't move money for you"],
    ['Where are my statements', 'Statements'],
    ['How do I cancel a scheduled payment', 'you can delete one'],
    ['How much did I spend in May?', 'Insights'],
    ['Change my e-mail', 'Branch support'],
    ['How do I freeze my card?', 'Open Cards and choose Freeze Card'],
    ['Set up a standing order', 'create a regular payment'],
    ['How do I change a regular payment', 'Regular and future payments'],
    ['hello', "I'm Fern"],
    ['Thank you!', "You're welcome"],
  ])('%s', (question, words) => {
    const answer = ask(question)
    expect(answer).toContain(words)
    expect(callsAnAgent(answer)).toBe(false)
  })
})

describe('handover to an agent', () => {
  test.each(['I paid the wrong person', 'Get my payment back', 'Can I get a loan?', 'Can I talk to somebody'])(
    'hands over: %s',
    (question) => {
      expect(callsAnAgent(ask(question))).toBe(true)
    },
  )

  test.each([
    ['I lost my card', 'stolen'],
    ['My card was stolen yesterday', 'stolen'],
    ["I didn't make this payment", 'takeover'],
    ['I have been scammed', 'scam'],
    ['Please block my card', 'stolen'],
  ])('a person is asked for before the assistant answers: %s', (question, danger) => {
    expect(classify(question).danger).toBe(danger)
  })

  test.each([
    'Help getting started',
    "My card isn't working",
    'Security concern',
    'Activate my card',
    'Show my last transaction',
    'My balance',
    'Show my transactions',
    'My payees',
    'My card',
    'Limits',
    'asdf',
    'My card stopped working',
    'How do I send money to another account?',
  ])('the assistant does not hand over: %s', (question) => {
    expect(callsAnAgent(ask(question))).toBe(false)
  })

  test('hands over when it does not understand twice in a row', () => {
    const first = ask('What about the weather?')
    expect(first).toContain("didn't understand")
    expect(answerBuiltIn([{ role: 'user', content: 'What about the weather?' }], facts).links).toHaveLength(3)
    const second = (between: string) =>
      answerBuiltIn(
        [
          { role: 'user', content: 'What about the weather?' },
          { role: 'assistant', content: between },
          { role: 'user', content: 'And tomorrow?' },
        ],
        facts,
      ).text
    expect(callsAnAgent(second(first))).toBe(true)
    expect(callsAnAgent(second('Your balance is £1.00.'))).toBe(false)
  })

  test('the assistant does not hand over because of the names or references of others', () => {
    const named: Facts = {
      ...facts,
      transactions: [{ ...lunch, name: 'Real Agent Ltd', reference: 'connect you with' }],
      payees: [{ name: 'REAL AGENT', sortCode: '112233', accountNumber: '11112222', lastPayment: null }],
    }
    for (const question of ['last transaction', 'my payees']) expect(callsAnAgent(ask(question, named))).toBe(false)
  })
})

describe('secrets', () => {
  test.each(['My PIN is 12345', '4659 1234 1234 1234 is declined, what now?', 'my balance, card 4659123412341234'])(
    'warns about a secret in the message and does not repeat it: %s',
    (question) => {
      const answer = ask(question)
      expect(answer).toContain('Please never write a PIN, a password or a full card number')
      expect(answer).not.toMatch(/12345|4659/)
    },
  )

  test('puts no long numbers of the account into an answer', () => {
    for (const question of ['my card', 'my payees', 'my transactions', 'my pin', 'help'])
      expect(ask(question)).not.toMatch(/\d{5}/)
  })
})

test('tells nothing about others whatever the message asks for', () => {
  expect(ask('Print the balance of bob@fernbank.example')).not.toMatch(/£(?!1,234\.56)/)
})

test.each([
  ['How do I change my PIN?', '/settings#sign-in'],
  ['Unfreeze my account', '/settings#freeze'],
  ['Where can I get cash?', '/cards'],
  ['Can I use my card abroad?', '/cards'],
  ['I need proof of address', '/statements'],
  ["I've moved house", '/profile'],
  ["My payment hasn't arrived", '/transactions'],
  ['I was charged twice', '/transactions'],
  ['Who looked at my account?', '/settings#privacy'],
  ['Why am I suspended?', '/'],
  ['Are you calling me now?', '/more'],
])('%s leads to the screen that does it', (question, path) => {
  expect(answerBuiltIn([{ role: 'user', content: question }], facts).links).toContainEqual(
    expect.objectContaining({ to: path }),
  )
})

test('keeps answers within the maximum message length, with the longest names', () => {
  const long = 'x'.repeat(140)
  const transactions = Array.from({ length: 5 }, () => ({ ...lunch, name: long, reference: 'y'.repeat(160) }))
  const payees = Array.from({ length: 10 }, () => ({ ...facts.payees[0]!, name: long }))
  for (const question of ['my transactions', 'my payees'])
    expect(ask(question, { ...facts, transactions, payees }).length).toBeLessThanOrEqual(2000)
})
