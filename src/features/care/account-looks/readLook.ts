import { nullable, number, object, text } from '@/lib/json'

/** A row of the audit as the server sends it. The hash of the row is sha256(previousHash + actorHash + sha256(content)). */
export type SealedLook = { content: string; actorHash: string; previousHash: string; hash: string }

/** What the content of a row says. */
export type Look = {
  id: number
  place: number
  /** Whose data it is about. */
  userId: string
  at: Date
  action: string
  subject: string | null
  reason: string | null
  /** The name of the agent in the customer's chat; null for another member of staff. */
  agentName: string | null
}

const readDetails = object({})

/** Null for content of another form. */
export function readLook(content: string): Look | null {
  const fields = parse(content)
  const place = number(fields[0])
  const id = number(fields[1])
  const seconds = number(fields[2])
  const action = text(fields[3])
  const subject = nullable(text)(fields[6])
  const userId = text(fields[7])
  const details = fields[9]
  if (place === undefined || !Number.isSafeInteger(place) || id === undefined || seconds === undefined) return null
  if (action === undefined || subject === undefined || userId === undefined || readDetails(details) === undefined)
    return null
  return {
    id,
    place,
    userId,
    at: new Date(seconds * 1000),
    action,
    subject,
    reason: object({ reason: text })(details)?.reason ?? null,
    agentName: object({ agent_name: text })(details)?.agent_name ?? null,
  }
}

function parse(content: string): unknown[] {
  try {
    const fields: unknown = JSON.parse(content)
    return Array.isArray(fields) ? fields : []
  } catch {
    return []
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The hash that a row with this content must have. */
export async function hashOf({ content, actorHash, previousHash }: SealedLook): Promise<string> {
  const parts = [fromHex(previousHash), fromHex(actorHash), await sha256(new TextEncoder().encode(content))]
  const hash = await sha256(Uint8Array.from(parts.flatMap((part) => [...part])))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
