import type { z } from 'npm:zod@4.6.7'
import { isSecretKey, secretClient } from './clients.ts'
import { logError } from './logError.ts'
import { readAtMost } from './readAtMost.ts'
import { Refusal } from './refusal.ts'

export type Caller = { userId: string; accessToken: string }

// Enough for a chat of 40 messages of the maximum length, with four bytes for each character.
const maxBodyBytes = 384 * 1024

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
  return answerBrowsers(async (request) => {
    const caller = await signedInCaller(request)
    return respond(parseBody(await readText(request), schema), caller)
  })
}

/** Makes a request handler for visitors too. `signedIn` resolves to the caller, and refuses a visitor. */
export function handleAnyone<Schema extends z.ZodType>(
  schema: Schema,
  respond: (body: z.infer<Schema>, signedIn: () => Promise<Caller>) => Promise<object>,
): (request: Request) => Promise<Response> {
  return answerBrowsers(async (request) =>
    respond(parseBody(await readText(request), schema), () => signedInCaller(request)),
  )
}

/** Makes a request handler without input: any signed-in caller may start it, and a job with the secret key. */
export function handleJob(run: () => Promise<object>): (request: Request) => Promise<Response> {
  return answerBrowsers(async (request) => {
    const token = bearerToken(request)
    if (token === undefined || !(await isSecretKey(token))) await signedInCaller(request)
    return run()
  })
}

/** Makes a request handler for the operator, who has the secret key. */
export function handleOperator<Schema extends z.ZodType>(
  schema: Schema,
  respond: (body: z.infer<Schema>) => Promise<object>,
): (request: Request) => Promise<Response> {
  return answerPosts(async (request) => {
    const token = bearerToken(request)
    if (token === undefined || !(await isSecretKey(token))) throw new Refusal(401, 'Please sign in.')
    return respond(parseBody(await readText(request), schema))
  })
}

function answerBrowsers(respond: (request: Request) => Promise<object>): (request: Request) => Promise<Response> {
  const answer = answerPosts(respond, corsHeaders)
  return async (request) =>
    request.method === 'OPTIONS' ? new Response(null, { status: 204, headers: corsHeaders }) : answer(request)
}

/** Makes a request handler that responds with JSON, or with a response. The caller reads refusals; every other error is hidden. */
export function answerPosts(
  respond: (request: Request) => Promise<object>,
  headers: Record<string, string> = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'Please use POST.')
      const answer = await respond(request)
      return answer instanceof Response ? answer : Response.json(answer, { headers })
    } catch (error) {
      if (error instanceof Refusal) return Response.json({ error: error.message }, { status: error.status, headers })
      logError(error)
      return Response.json({ error: 'Something went wrong. Please try again later.' }, { status: 500, headers })
    }
  }
}

const bearerToken = (request: Request) => /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]

async function signedInCaller(request: Request): Promise<Caller> {
  const token = bearerToken(request)
  if (!token) throw new Refusal(401, 'Please sign in.')
  const { data, error } = await secretClient().auth.getUser(token)
  if (data.user) return { userId: data.user.id, accessToken: token }
  // A failing auth server is a server error, not the caller's.
  if (error && (error.status === undefined || error.status >= 500)) throw error
  throw new Refusal(401, 'Please sign in.')
}

/** Anyone can send a body: it is read before the signature of a bank or of the card network is verified. */
export async function readText(request: Request): Promise<string> {
  const text = await readAtMost(maxBodyBytes, request.body)
  if (text === null) throw new Refusal(413, 'The request is too long.')
  return text
}

export function parseBody<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'body')
  throw new Refusal(400, `Please check: ${[...new Set(fields)].join(', ')}`)
}

function parseJson(text: string): unknown {
  // Some functions take no body.
  if (text === '') return {}
  try {
    return JSON.parse(text, storable)
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, 'The body must be JSON.')
  }
}

/** Postgres cannot store the character NUL, and half of a character. */
function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value)))
    throw new Refusal(400, "The body has characters that can't be stored.")
  return value
}
