import http, { type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { verifyJwt } from './auth/jwt'
import type { Caller } from './caller'

const host = '127.0.0.1'

export type GatewayServices = {
  rest: { fetch(request: Request, caller: Caller): Promise<Response> }
  auth: { fetch(request: Request, caller: Caller): Promise<Response> }
  realtime: {
    fetch(request: Request, caller: Caller): Promise<Response>
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  }
  functions: { fetch(request: Request): Promise<Response> }
}

type Keys = { publishable: string; secret: string; jwtSecret: string }

/**
 * The one port in front of all services, as the platform's API gateway: checks the key, says who calls, answers CORS.
 * Port 0 is a free port. Until `serve` is called it answers 503, so that the services can be told their address first.
 */
export async function createGateway(options: { port: number; keys: Keys; log: (line: string) => void }) {
  const { keys, log } = options
  let services: GatewayServices | null = null

  async function answer(request: Request, address: string): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname === '/health') {
      return Response.json(
        { status: services ? 'ready' : 'starting', pid: process.pid },
        { status: services ? 200 : 503 },
      )
    }
    // A function answers preflights and sends CORS headers itself, as it must on the platform.
    if (services && url.pathname.startsWith('/functions/v1/')) return services.functions.fetch(request)
    if (request.method === 'OPTIONS') return preflight(request)
    const response = services
      ? await route(services, request, url, address)
      : Response.json({ message: 'The local stack is starting' }, { status: 503, headers: { 'retry-after': '1' } })
    return withCors(response)
  }

  function route(
    { rest, auth, realtime }: GatewayServices,
    request: Request,
    url: URL,
    address: string,
  ): Response | Promise<Response> {
    const { pathname } = url
    // Links in mails carry no key, and neither do programs that check tokens.
    if (/^\/auth\/v1\/(verify$|\.well-known\/)/.test(pathname))
      return auth.fetch(request, { role: 'anon', token: null, address })

    const key = request.headers.get('apikey') ?? url.searchParams.get('apikey')
    if (!key) return refusal('No API key found in request', 'No `apikey` request header or url param was found.')
    const role = roleOf(key, keys)
    if (!role) return refusal('Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.')

    const caller: Caller = { role, token: userToken(request, key), address }
    if (pathname.startsWith('/rest/v1')) return rest.fetch(request, caller)
    if (pathname.startsWith('/auth/v1/')) return auth.fetch(request, caller)
    if (pathname.startsWith('/realtime/v1/api/')) return realtime.fetch(request, caller)
    return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
  }

  const listener = getRequestListener(
    async (request, { incoming }) => {
      try {
        return await answer(request, incoming.socket?.remoteAddress ?? host)
      } catch (error) {
        log(`gateway: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
        return withCors(Response.json({ message: 'An unexpected error occurred' }, { status: 500 }))
      }
    },
    { overrideGlobalObjects: false },
  )
  const server = http.createServer((incoming, outgoing) => {
    appendForwardedAddress(incoming)
    void listener(incoming, outgoing)
  })
  server.on('upgrade', (request, socket, head) => {
    // A client that goes away at the wrong moment must not end the stack.
    socket.on('error', () => socket.destroy())
    if (services && /^\/realtime\/v1\/websocket(\?|$)/.test(request.url ?? ''))
      services.realtime.upgrade(request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, host, resolve)
  })
  const listening = server.address()
  if (!listening || typeof listening === 'string') throw new Error('The gateway is not listening on a port.')

  return {
    port: listening.port,
    serve(ready: GatewayServices): void {
      services = ready
    },
    async close(): Promise<void> {
      services = null
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function roleOf(key: string, { publishable, secret, jwtSecret }: Keys): Caller['role'] | null {
  if (key === publishable) return 'anon'
  if (key === secret) return 'service_role'
  try {
    // Older projects have tokens as keys.
    const { role } = verifyJwt(key, jwtSecret)
    return role === 'anon' || role === 'service_role' ? role : null
  } catch {
    return null
  }
}

/** Client libraries repeat the key as bearer while nobody is signed in. */
function userToken(request: Request, key: string): string | null {
  const bearer = /^bearer\s+(.+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1]
  return bearer === undefined || bearer === key || bearer.startsWith('sb_') ? null : bearer
}

/** Whatever a client claims about its address, the last entry is the one that we have seen. */
function appendForwardedAddress(incoming: IncomingMessage): void {
  const claimed = incoming.headers['x-forwarded-for']
  const route = [claimed, incoming.socket.remoteAddress ?? host].flat().filter(Boolean).join(', ')
  const others: string[] = []
  // The request that services see is made from the raw list of names and values.
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const name = incoming.rawHeaders[at] ?? ''
    if (name.toLowerCase() !== 'x-forwarded-for') others.push(name, incoming.rawHeaders[at + 1] ?? '')
  }
  incoming.rawHeaders.splice(0, incoming.rawHeaders.length, ...others, 'x-forwarded-for', route)
  incoming.headers['x-forwarded-for'] = route
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 200,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
    },
  })
}

const exposedHeaders =
  'content-range, content-location, preference-applied, x-total-count, link, sb-request-id, x-supabase-api-version, proxy-status'

function withCors(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', exposedHeaders)
  // Answers are about one person at one moment.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}

function refusal(message: string, hint: string): Response {
  return Response.json({ message, hint }, { status: 401 })
}
