import type { z } from 'npm:zod@4.6.7'
import { secretClient } from './clients.ts'
import { Refusal } from './refusal.ts'

export type Caller = { userId: string; accessToken: string }

// Enough for a chat of 40 messages of the maximum length.
const maxBodyLength = 256 * 1024

// Any origin may call: access depends on the bearer token, which browsers never attach on their own.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-region',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-max-age': '3600',
}

/** Makes a request handler: it requires a signed-in caller and a body that matches `schema`, and responds with JSON. */
export function handle<Schema extends z.ZodType>(
  schema: Schema,
  respond: (body: z.infer<Schema>, caller: Caller) => Promise<object>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'Please use POST.')
      const caller = await signedInCaller(request)
      return json(200, await respond(await readBody(request, schema), caller))
    } catch (error) {
      if (error instanceof Refusal) return json(error.status, { error: error.message })
      console.error(error)
      return json(500, { error: 'Something went wrong. Please try again later.' })
    }
  }
}

async function signedInCaller(request: Request): Promise<Caller> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new Refusal(401, 'Please sign in.')
  const { data, error } = await secretClient().auth.getUser(token)
  if (data.user) return { userId: data.user.id, accessToken: token }
  // A failing auth server is a server error, not the caller's.
  if (error && (error.status === undefined || error.status >= 500)) throw error
  throw new Refusal(401, 'Please sign in.')
}

async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.infer<Schema>> {
  const text = await request.text()
  if (text.length > maxBodyLength) throw new Refusal(413, 'The request is too long.')
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'body')
  throw new Refusal(400, `Please check: ${[...new Set(fields)].join(', ')}`)
}

function parseJson(text: string): unknown {
  // Some functions take no body.
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The body must be JSON.')
  }
}

function json(status: number, body: object): Response {
  return Response.json(body, { status, headers: corsHeaders })
}
