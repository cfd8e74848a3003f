import http, { type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { verifyJwt } from './auth/jwt'
import type { Caller } from './caller'

const host = '127.0.0.1'

export type GatewayServices = {
  rest: { fetch(request: Request, caller: Caller): Promise<Response> }
  auth: { fetch(request: Request, caller: Caller): Promise<Response> }
  realtime: { upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> }
  functions: { fetch(request: Request): Promise<Response> }
}

type Keys = { publishable: string; secret: string; jwtSecret: string }

/**
 * Serves all services on one port, as the platform's API gateway does: it checks the API key, identifies the caller and
 * answers CORS. Port 0 chooses a free port. Until `serve` is called it answers 503: the services need its address to
 * start.
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
    // On the platform, too, a function answers preflights and sends CORS headers itself.
    if (services && url.pathname.startsWith('/functions/v1/')) return services.functions.fetch(request)
    if (request.method === 'OPTIONS') return preflight(request)
    const response = services
      ? await route(services, request, url, address)
      : Response.json({ message: 'The local stack is starting' }, { status: 503, headers: { 'retry-after': '1' } })
    return withCors(response)
  }

  async function route(
    { rest, auth }: GatewayServices,
    request: Request,
    url: URL,
    address: string,
  ): Promise<Response> {
    const { pathname } = url
    const key = request.headers.get('apikey') ?? url.searchParams.get('apikey')
    if (!key) return refusal('No API key found in request', 'No `apikey` request header or url param was found.')
    const role = await roleOf(key, keys)
    if (!role) return refusal('Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.')

    const caller: Caller = { role, token: userToken(request, key), address }
    if (pathname.startsWith('/rest/v1')) return rest.fetch(request, caller)
    if (pathname.startsWith('/auth/v1/')) return auth.fetch(request, caller)
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
    // Without a listener, the error of a lost client would end the process.
    socket.on('error', () => socket.destroy())
    if (services && /^\/realtime\/v1\/websocket(\?|$)/.test(request.url ?? ''))
      void services.realtime.upgrade(request, socket, head)
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

async function roleOf(key: string, { publishable, secret, jwtSecret }: Keys): Promise<Caller['role'] | null> {
  if (key === publishable) return 'anon'
  if (key === secret) return 'service_role'
  try {
    // Older projects use tokens as keys.
    const { role } = await verifyJwt(key, jwtSecret)
    return role === 'anon' || role === 'service_role' ? role : null
  } catch {
    return null
  }
}

/** Without a signed-in user, client libraries repeat the key as bearer token. */
function userToken(request: Request, key: string): string | null {
  const bearer = /^bearer\s+(.+)$/i.exec(request.headers.get('authorization')?.trim() ?? '')?.[1]
  return bearer === undefined || bearer === key || bearer.startsWith('sb_') ? null : bearer
}

/** The client may send any entries; the last entry is the address of its socket. */
function appendForwardedAddress(incoming: IncomingMessage): void {
  const claimed = incoming.headers['x-forwarded-for']
  const route = [claimed, incoming.socket.remoteAddress ?? host].flat().filter(Boolean).join(', ')
  const others: string[] = []
  // @hono/node-server builds the services' request from rawHeaders.
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
  // Answers depend on the caller and on the time.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}

function refusal(message: string, hint: string): Response {
  return Response.json({ message, hint }, { status: 401 })
}
