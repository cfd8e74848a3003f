import { z } from 'npm:zod@4.6.7'
import { Refusal } from './refusal.ts'

/** Where the passkeys of this bank are used: the web app of APP_URL, and no other origin. */
export function passkeySite(): { expectedOrigin: string; expectedRPID: string } {
  const appUrl = Deno.env.get('APP_URL')
  if (!appUrl) {
    console.error('APP_URL is not set: no passkey can be used.')
    throw new Refusal(503, "Passkeys can't be used at the moment.")
  }
  const { origin, hostname } = new URL(appUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

const base64Url = z.string().regex(/^[A-Za-z0-9_-]{1,8000}$/)

/** What every answer of a device has: PublicKeyCredential.toJSON of the browser. */
const credential = { id: base64Url, rawId: base64Url, type: z.literal('public-key') }

export const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
  clientExtensionResults: z.object({}).default({}),
})

export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.nullish(),
  }),
  clientExtensionResults: z.object({}).default({}),
})

const clientDataSchema = z.object({ challenge: base64Url })

/** The challenge that a device has signed. The database knows whether it is one of ours. */
export function challengeIn(clientDataJson: string): string {
  try {
    const text = atob(clientDataJson.replaceAll('-', '+').replaceAll('_', '/'))
    return clientDataSchema.parse(JSON.parse(text)).challenge
  } catch {
    throw new Refusal(400, "This passkey's answer can't be read.")
  }
}
