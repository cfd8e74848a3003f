import { z } from 'zod'
import type { Caller } from '../caller'
import { RefusedToken, type Authorisation, type Person } from './authorisation'
import type { Rooms } from './rooms'

const message = z.object({
  topic: z.string(),
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  private: z.boolean().optional(),
})
const requestBody = z.object({ messages: z.array(message) })
const oneEventPath = /^\/realtime\/v1\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/

/** Broadcasts by HTTP, for senders without a socket. */
export function createBroadcastApi(options: {
  authorisation: Authorisation
  rooms: Rooms
  keyOfRole: (role: Caller['role']) => string
}) {
  const { authorisation, rooms } = options

  const sendMany = async (request: Request, person: Person) => {
    const body = requestBody.safeParse(await request.json().catch(() => null))
    if (!body.success) return Response.json({ errors: { messages: ["can't be blank"] } }, { status: 422 })
    for (const { topic: name, event, payload, private: isPrivate = false } of body.data.messages) {
      // Left out without a word, as on the platform: the answer to a list does not say which were refused.
      if (isPrivate && !(await authorisation.mayWrite(person, name))) continue
      const content = Buffer.from(JSON.stringify(payload))
      rooms.broadcast({ name, isPrivate }, { event, encoding: 'json', content })
    }
    return new Response(null, { status: 202 })
  }

  const sendOne = async (request: Request, person: Person, name: string, event: string) => {
    const isPrivate = new URL(request.url).searchParams.get('private') === 'true'
    if (isPrivate && !(await authorisation.mayWrite(person, name))) {
      return Response.json({ message: 'Unauthorized' }, { status: 401 })
    }
    const isBinary = request.headers.get('content-type')?.includes('octet-stream') ?? false
    const content = Buffer.from(await request.arrayBuffer())
    rooms.broadcast({ name, isPrivate }, { event, encoding: isBinary ? 'binary' : 'json', content })
    return new Response(null, { status: 202 })
  }

  return async (request: Request, caller: Caller): Promise<Response> => {
    let person: Person
    try {
      person = authorisation.identify(caller.token ?? options.keyOfRole(caller.role))
    } catch (error) {
      if (error instanceof RefusedToken) return Response.json({ message: 'Unauthorized' }, { status: 401 })
      throw error
    }
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === '/realtime/v1/api/broadcast') return sendMany(request, person)
    const [, topic, event] = oneEventPath.exec(pathname) ?? []
    if (request.method === 'POST' && topic && event) {
      return sendOne(request, person, decodeURIComponent(topic), decodeURIComponent(event))
    }
    return Response.json({ message: 'Not found' }, { status: 404 })
  }
}
