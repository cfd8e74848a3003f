import { z } from 'zod'
import { signatureOf } from '../supabase/functions/card-authorisation/signature.ts'
import { keys } from './settings'

export type CardMessage = Record<string, unknown> & { id: string; type: string }

const answerSchema = z.object({ approved: z.boolean(), responseCode: z.string() })
export type CardAnswer = z.infer<typeof answerSchema>
const refusalSchema = z.object({ error: z.string() })

/** The response codes of ISO 8583 that the function card-authorisation answers with. */
const responses: Record<string, string> = {
  '00': 'approved',
  '05': 'declined, the account is not open for payments',
  '12': 'refused, the payment does not allow it',
  '13': 'refused, the amount is too high',
  '14': 'declined, the card is not valid',
  '21': 'refused, there is nothing to return',
  '25': 'refused, no such payment',
  '41': 'declined, the card is reported lost',
  '43': 'declined, the card is reported stolen',
  '46': 'declined, the account is closed',
  '51': 'declined, the balance is too low',
  '54': 'declined, the card has expired',
  '57': 'declined, it is turned off in Card Settings',
  '61': 'declined, it is above a limit of the card',
  '62': 'declined, the card is frozen',
  '78': 'declined, the new card is not activated yet',
  '94': 'refused, the message was sent before',
}

export function describeAnswer({ responseCode }: CardAnswer): string {
  return responses[responseCode] ?? `declined with code ${responseCode}`
}

/** Sends a message to the local stack as the card network does. */
export async function postCardMessage(
  apiUrl: string,
  message: unknown,
  { key = keys.cardNetwork, timestamp = String(Date.now()), headers = {} } = {},
): Promise<Response> {
  const body = JSON.stringify(message)
  return fetch(`${apiUrl}/functions/v1/card-authorisation`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'card-network-timestamp': timestamp,
      'card-network-signature': await signatureOf(key, timestamp, body),
      ...headers,
    },
    body,
  })
}

/** Sends a message and returns its answer. Throws when the server refuses the message itself. */
export async function sendCardMessage(apiUrl: string, message: CardMessage): Promise<CardAnswer> {
  const response = await postCardMessage(apiUrl, message)
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null)
    throw new Error(refusalSchema.safeParse(body).data?.error ?? `The server answered ${response.status}.`)
  }
  return answerSchema.parse(await response.json())
}
