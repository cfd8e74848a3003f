import { encryptNotification } from 'npm:@block65/webcrypto-web-push@2.0.0'
import { base64url, importJWK, SignJWT } from 'npm:jose@6.2.17'
import { z } from 'npm:zod@4.6.7'

const keySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})

export type PushSender = {
  appUrl: string
  /** In the form that browsers take: base64url of the point. */
  publicKey: string
  privateKey: z.infer<typeof keySchema>
}

export type PushRequest = {
  endpoint: string
  /** The keys of the subscription, as the browser gives them. */
  keys: { p256dh: string; auth: string }
  /** Of two undelivered messages with one topic, the push service keeps the later one. */
  topic: string
  isUrgent: boolean
  payload: object
}

const timeoutMs = 10_000
const keptSeconds = 24 * 60 * 60

/** Who sends push messages (VAPID, RFC 8292). Null without VAPID_PRIVATE_KEY or APP_URL: the bank sends none. */
export function pushSender(): PushSender | null {
  const key = Deno.env.get('VAPID_PRIVATE_KEY')
  const appUrl = Deno.env.get('APP_URL')?.replace(/\/$/, '')
  if (!key || !appUrl) return null
  const privateKey = keySchema.parse(JSON.parse(key))
  const point = Uint8Array.of(4, ...base64url.decode(privateKey.x), ...base64url.decode(privateKey.y))
  return { appUrl, publicKey: base64url.encode(point), privateKey }
}

/** Hands a message to the push service. 'gone': the browser does not take messages at this address any more. */
export async function postPush(sender: PushSender, request: PushRequest): Promise<'sent' | 'gone'> {
  const { endpoint, keys, payload } = request
  const text = new TextEncoder().encode(JSON.stringify(payload))
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `vapid t=${await signFor(sender, new URL(endpoint).origin)}, k=${sender.publicKey}`,
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      topic: request.topic,
      urgency: request.isUrgent ? 'high' : 'normal',
    },
    // Padded: all messages have one length, so that the push service cannot tell them apart by it.
    body: await encryptNotification({ endpoint, expirationTime: null, keys }, text),
    // The address was checked when it was stored. That of a redirect was not.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (response.ok) return 'sent'
  if (response.status === 404 || response.status === 410) return 'gone'
  throw new Error(`A push service answered ${response.status}.`)
}

async function signFor({ appUrl, privateKey }: PushSender, audience: string): Promise<string> {
  return new SignJWT({ sub: appUrl })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setExpirationTime('12h')
    .sign(await importJWK(privateKey, 'ES256'))
}
