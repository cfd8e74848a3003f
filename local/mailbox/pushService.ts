import { createECDH, randomBytes, randomUUID, type ECDH } from 'node:crypto'
import { base64url, importJWK, jwtVerify } from 'jose'
import { z } from 'zod'
import { decryptPush } from './decryptPush'
import { pushPage } from './pages'

type Browser = { keys: ECDH; auth: Buffer; serverKey: string; status: number | null }

/** A decrypted message, and what the sender asked of the push service. */
export type PushMessage = {
  browser: string
  receivedAt: string
  ttl: number
  topic: string | null
  urgency: string | null
  payload: unknown
}

const newBrowser = z.object({ serverKey: z.string() })
const newStatus = z.object({ status: z.number().nullable() })

const keptMessages = 500
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }

/**
 * Stands in for the push services of browsers, and for the browsers: it has the keys, so it decrypts and shows the messages.
 * POST /push/browsers {serverKey} makes a browser, PUT /push/browsers/<id> {status} lets its messages fail.
 */
export function createPushService(origin: () => string) {
  const browsers = new Map<string, Browser>()
  const messages: PushMessage[] = []

  async function addBrowser(request: Request): Promise<Response> {
    const { serverKey } = newBrowser.parse(await request.json())
    const id = randomUUID()
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const auth = randomBytes(16)
    browsers.set(id, { keys, auth, serverKey, status: null })
    const subscription = {
      endpoint: `${origin()}/push/browsers/${id}`,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }
    return Response.json(subscription, { status: 201, headers: cors })
  }

  async function receive(id: string, browser: Browser, request: Request): Promise<Response> {
    if (browser.status !== null) return new Response(null, { status: browser.status })
    const problem = await senderProblem(request, browser.serverKey, origin())
    if (problem !== null) return new Response(problem, { status: 403 })
    if (request.headers.get('content-encoding') !== 'aes128gcm') return new Response(null, { status: 415 })
    const ttl = Number(request.headers.get('ttl') ?? NaN)
    if (!Number.isInteger(ttl)) return new Response('TTL is missing', { status: 400 })
    const body = Buffer.from(await request.arrayBuffer())
    // No service has to accept more (RFC 8030).
    if (body.length > 4096) return new Response(null, { status: 413 })
    const text = decryptPush(body, browser.keys, browser.auth)
    messages.unshift({
      browser: id,
      receivedAt: new Date().toISOString(),
      ttl,
      topic: request.headers.get('topic'),
      urgency: request.headers.get('urgency'),
      payload: JSON.parse(text),
    })
    messages.length = Math.min(messages.length, keptMessages)
    return new Response(null, { status: 201 })
  }

  return async function answer(request: Request): Promise<Response | null> {
    const { pathname } = new URL(request.url)
    if (pathname !== '/push' && !pathname.startsWith('/push/')) return null
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors })
    if (pathname === '/push') return pushPage(messages)
    if (pathname === '/push/messages') return Response.json(messages, { headers: cors })
    if (pathname === '/push/browsers' && request.method === 'POST') return addBrowser(request)
    const id = pathname.split('/')[3] ?? ''
    const browser = browsers.get(id)
    if (!browser) return new Response(null, { status: 404 })
    if (request.method === 'POST') return receive(id, browser, request)
    browser.status = newStatus.parse(await request.json()).status
    return new Response(null, { status: 204 })
  }
}

/** What is wrong with the signature of the sender (VAPID, RFC 8292). */
async function senderProblem(request: Request, serverKey: string, audience: string): Promise<string | null> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  if (key !== serverKey) return 'Another key'
  const point = base64url.decode(key)
  const publicKey = {
    kty: 'EC',
    crv: 'P-256',
    x: base64url.encode(point.subarray(1, 33)),
    y: base64url.encode(point.subarray(33)),
  }
  try {
    const { payload } = await jwtVerify(token, await importJWK(publicKey, 'ES256'), { audience })
    const lifetime = (payload.exp ?? 0) - Date.now() / 1000
    return lifetime > 0 && lifetime <= 24 * 60 * 60 && /^(https?|mailto):/.test(payload.sub ?? '') ? null : 'Claims'
  } catch {
    return 'Signature'
  }
}
