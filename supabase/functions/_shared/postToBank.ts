import { bankAnswerSchema, type BankAnswer } from './bankMessage.ts'
import type { JWK } from 'npm:jose@6.2.17'
import { isSignedBy, signatureHeader, signFor, type BankKey } from './bankSignature.ts'
import { readAtMost } from './readAtMost.ts'

/** In bytes. The longest answer is a statement with four messages of 50 payments with the longest texts. */
const longestAnswer = 1_000_000

type Bank = { bankId: string; address: string; publicKey: JWK }

/** Another bank has answered without an answer to the message. */
export class BankRefusal extends Error {
  constructor(
    bankId: string,
    readonly status: number,
  ) {
    super(`The bank ${bankId} answered with status ${status}.`)
    this.name = 'BankRefusal'
  }
}

/** Sends a message to another bank and returns its verified answer. Throws if there is none: its fate is then unknown. */
export async function postToBank(bank: Bank, message: unknown, own: BankKey, timeoutMs = 8000): Promise<BankAnswer> {
  const body = JSON.stringify(message)
  const response = await fetch(bank.address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: await signFor(bank.bankId, body, own) },
    body,
    // Another bank must not lead this server to an address of its own network.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readAtMost(longestAnswer, response.body)
  if (text === null) throw new Error(`The answer of the bank ${bank.bankId} is too long.`)
  if (!response.ok) throw new BankRefusal(bank.bankId, response.status)
  const signature = response.headers.get(signatureHeader) ?? ''
  const expected = { signerId: bank.bankId, receiverId: own.bankId, publicKey: bank.publicKey }
  if (!(await isSignedBy(signature, text, expected)))
    throw new Error(`The bank ${bank.bankId} signed its answer wrongly.`)
  return bankAnswerSchema.parse(JSON.parse(text))
}
