import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { z } from 'zod'
import { otherBank } from '../banks/banks'
import { sendToFernbank } from '../banks/sendToFernbank'
import { findRunningStack, type StackRecord } from '../runningStack'
import { readStackSettings } from '../settings'
import { problemOfAmount } from './amount'
import { readEnvironment } from './environment'
import { messageOf, print, printProblems } from './print'

// npm run bank: another bank pays a customer of the running stack, or asks for a payment back.

const usage = [
  'npm run bank -- pay <account number> <amount> [reference]',
  'npm run bank -- recall <payment id>    (the id that "pay" prints)',
]
const words: Record<string, string> = {
  accepted: 'accepted',
  rejected: 'rejected',
  pending: 'the customer is asked',
  refused: 'refused',
  agreed: 'agreed, the money is on its way back',
}
/** The codes of ISO 20022 with which a payment can be rejected whose payee exists. */
const rejections: Record<string, string> = {
  AC04: 'the account is closed',
  AM02: 'the amount is too high',
  MS03: 'Fernbank could not book it',
}
const answerSchema = z.object({ status: z.string(), reason: z.string().nullable() })
const payer = { name: 'Olive Outside', sortCode: '20-00-00', accountNumber: '87654321' }

const [command, ...given] = process.argv.slice(2)
const { settings, problems } = readStackSettings(readEnvironment())
const stack = settings && (await findRunningStack(settings.dataDir))
if (settings === null) fail(problems)
else if (
  !((command === 'pay' && given.length >= 2 && given.length <= 3) || (command === 'recall' && given.length === 1))
)
  fail(usage)
else if (!stack) fail([`No stack runs on the data in ${settings.dataDir}. Start it with npm run dev or npm run stack.`])
else
  await (command === 'pay' ? pay(stack, given) : recall(stack, given[0] ?? '')).catch((error: unknown) =>
    fail([messageOf(error)]),
  )

async function pay({ databaseUrl }: StackRecord, [number = '', pounds = '', reference]: string[]) {
  const amount = pounds.replace(/^£/, '')
  const problem = problemOfAmount(amount)
  if (problem !== null) return fail([problem])
  const { payee, otherBanks } = await readStack(number, databaseUrl)
  if (!payee) return fail([`No account has the number ${number}. It is on the customer's home screen.`])
  const payment = {
    paymentId: randomUUID(),
    amount: Number(amount).toFixed(2),
    payer,
    payee,
    reference: reference || null,
    madeAt: new Date().toISOString(),
  }
  const response = await fetch(new URL('/pay', otherBanks), {
    method: 'POST',
    body: JSON.stringify(payment),
  })
  if (!response.ok) throw new Error('The payment was not made. The stack printed the reason.')
  print(`  £${payment.amount} to ${payee.name}: ${describe(answerSchema.parse(await response.json()))}`)
  print(`  Payment ${payment.paymentId}`)
}

async function recall({ apiUrl }: StackRecord, paymentId: string) {
  if (!z.guid().safeParse(paymentId).success)
    return fail([`${paymentId} is not a payment id. The command "pay" prints one.`])
  const answer = await sendToFernbank(apiUrl, { id: randomUUID(), type: 'recall', paymentId, reason: 'mistake' })
  print(`  Recall: ${describe(answer)}`)
}

function describe({ status, reason }: Record<string, unknown>): string {
  const why = typeof reason === 'string' ? (rejections[reason] ?? reason) : null
  return [words[String(status)] ?? 'answered', why].filter(Boolean).join(', ')
}

async function readStack(number: string, databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const [payee] = await sql<{ name: string; sortCode: string; accountNumber: string }[]>`
      select account_holder_name as name, sort_code as "sortCode", account_number as "accountNumber"
      from public.accounts where account_number = ${number}`
    const [bank] = await sql<{ address: string }[]>`select address from private.banks where id = ${otherBank.id}`
    return { payee, otherBanks: bank?.address ?? '' }
  } finally {
    await sql.end()
  }
}

function fail(reasons: string[]): void {
  printProblems('Nothing was sent:', reasons)
  process.exitCode = 1
}
