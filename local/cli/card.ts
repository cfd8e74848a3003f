import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { describeAnswer, sendCardMessage, type CardAnswer } from '../cardNetwork'
import { findRunningStack } from '../runningStack'
import { readStackSettings } from '../settings'
import { problemOfAmount } from './amount'
import { readEnvironment } from './environment'
import { messageOf, print, printProblems } from './print'

// npm run card -- <last four> <merchant> <amount>: a purchase by card, sent to the running stack as the card network does.

const usage =
  'npm run card -- <card last four> <merchant> <amount> [--mcc 5411] [--country GB] [--charged EUR12.50] [--contactless | --online | --cash] ' +
  '[--reverse <amount> | --reverse-first] [--clear <amount> | --no-clear] [--refund]'
const whereDigits = 'The last four digits are on the card in the app, under Cards.'

const { values, positionals } = readArguments()
/** The time before the payment clears: long enough to see it pending on the phone. */
const clearsAfterMs = 5000

const [lastFour = '', merchant = '', amountText = ''] = positionals
const amount = amountText.replace(/^£/, '')
const charged = readCharged()
const wrong = [
  ...[amount, values.reverse, values.clear].map((text) => (text === undefined ? null : problemOfAmount(text))),
  merchant.length > 140 ? 'The name of the merchant must be at most 140 characters.' : null,
  /^\d{4}$/.test(values.mcc ?? '5411')
    ? null
    : `--mcc ${values.mcc}: a merchant category code is four digits, such as 5411.`,
  /^[A-Z]{2}$/.test(values.country)
    ? null
    : `--country ${values.country}: a country is two capital letters, such as GB.`,
  charged === null ? `--charged ${values.charged}: write the currency and the amount, such as EUR12.50.` : null,
].filter((problem) => problem !== null)
const { settings, problems } = readStackSettings(readEnvironment())
const stack = settings && (await findRunningStack(settings.dataDir))
if (settings === null) fail(problems)
else if (!/^\d{4}$/.test(lastFour) || merchant === '' || amount === '' || positionals.length > 3)
  fail([usage, whereDigits])
else if (wrong.length > 0) fail(wrong)
else if (!stack) fail([`No stack runs on the data in ${settings.dataDir}. Start it with npm run dev or npm run stack.`])
else {
  const card = await cardEndingIn(lastFour, stack.databaseUrl)
  if (card === null) fail([`No card ends in ${lastFour}. ${whereDigits}`])
  else await purchase(card, stack.apiUrl).catch((error: unknown) => fail([messageOf(error)]))
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        /** The merchant category code. The default is a supermarket, or a cash machine with --cash. */
        mcc: { type: 'string' },
        country: { type: 'string', default: 'GB' },
        /** What the merchant charges in its currency. */
        charged: { type: 'string' },
        contactless: { type: 'boolean', default: false },
        online: { type: 'boolean', default: false },
        cash: { type: 'boolean', default: false },
        /** Returns this much of what is held; all of it cancels the payment. */
        reverse: { type: 'string' },
        /** The reversal overtakes the authorisation. */
        'reverse-first': { type: 'boolean', default: false },
        clear: { type: 'string' },
        'no-clear': { type: 'boolean', default: false },
        refund: { type: 'boolean', default: false },
      },
    })
  } catch {
    // An option that does not exist.
    fail([usage, whereDigits])
    return process.exit()
  }
}

/** 'EUR12.50' as two fields of a message. Null: unclear. */
function readCharged() {
  if (values.charged === undefined) return {}
  const { merchantCurrency, merchantAmount } =
    /^(?<merchantCurrency>[A-Z]{3}) ?(?<merchantAmount>\d{1,12}(?:\.\d{1,3})?)$/.exec(values.charged)?.groups ?? {}
  return merchantCurrency === undefined || merchantAmount === undefined ? null : { merchantCurrency, merchantAmount }
}

function say(what: string, answer: CardAnswer): void {
  print(`  ${what}: ${describeAnswer(answer)}`)
}

async function purchase(card: string, apiUrl: string): Promise<void> {
  const original = randomUUID()
  const entry = values.cash ? 'cash' : values.online ? 'online' : values.contactless ? 'contactless' : 'chip'
  const { mcc = values.cash ? '6011' : '5411', country } = values

  if (values['reverse-first'])
    say('Reversed before it arrives', await sendCardMessage(apiUrl, { id: randomUUID(), type: 'reverse', original }))
  const answer = await sendCardMessage(apiUrl, {
    id: original,
    type: 'authorise',
    card,
    amount,
    merchant,
    mcc,
    country,
    entry,
    ...charged,
  })
  say(`${merchant}, £${amount}`, answer)
  if (!answer.approved) return
  if (values.reverse !== undefined) {
    const part = { id: randomUUID(), type: 'reverse', original, amount: values.reverse }
    say(`Reversed, £${values.reverse}`, await sendCardMessage(apiUrl, part))
  }
  if (values['no-clear']) return
  await wait(clearsAfterMs)
  const cleared = values.clear ?? amount
  say(
    `Cleared, £${cleared}`,
    await sendCardMessage(apiUrl, { id: randomUUID(), type: 'clear', original, amount: cleared }),
  )
  if (values.refund) {
    const refund = { id: randomUUID(), type: 'refund', original, amount: cleared }
    say(`Refunded, £${cleared}`, await sendCardMessage(apiUrl, refund))
  }
}

/** The newest card with these digits. The network names a card by a token, never by its number. */
async function cardEndingIn(digits: string, databaseUrl: string): Promise<string | null> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const [found] = await sql<{ id: string }[]>`
      select id from public.cards where last_four = ${digits} order by issued_at desc limit 1`
    return found?.id ?? null
  } finally {
    await sql.end()
  }
}

function fail(reasons: string[]): void {
  printProblems('The card was not used:', reasons)
  process.exitCode = 1
}
