import type { z } from 'zod'
import { AuthError } from './authError'

/** The body of a request as JSON; an empty body is read as an empty object. */
export async function readJson(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const text = await request.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw unreadable()
  return parsed.data
}

function unreadable(): AuthError {
  return new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}
