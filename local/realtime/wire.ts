// The Phoenix socket protocol, version 2.0.0, which supabase-js speaks: text frames are JSON arrays
// [join_ref, ref, topic, event, payload], and clients send broadcasts as binary frames.

export type Incoming = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  /** Set for a broadcast in a binary frame; `payload` is then empty. */
  broadcast?: Broadcast
}

/** The content is JSON text. The relay passes it on without parsing it. */
export type Broadcast = { event: string; contentJson: string; meta?: Record<string, string> }

type Outgoing = { joinRef?: string | null; ref?: string | null; topic: string; event: string }

const binaryBroadcast = 3
const jsonEncoding = 1

export function encodeMessage({ payload, ...message }: Outgoing & { payload: unknown }): string {
  return encodeWithJson({ ...message, payloadJson: JSON.stringify(payload) })
}

/** Takes the payload as JSON text: parsing rows would round their numbers. */
export function encodeWithJson({
  joinRef = null,
  ref = null,
  topic,
  event,
  payloadJson,
}: Outgoing & { payloadJson: string }): string {
  return `[${[joinRef, ref, topic, event].map((part) => JSON.stringify(part)).join(',')},${payloadJson}]`
}

export function encodeBroadcast(topic: string, { event, contentJson, meta }: Broadcast): string {
  const metaJson = meta ? `,"meta":${JSON.stringify(meta)}` : ''
  const payloadJson = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${contentJson}${metaJson}}`
  return encodeWithJson({ topic, event: 'broadcast', payloadJson })
}

/** Null when the frame does not follow the protocol. */
export function decodeText(frame: string): Incoming | null {
  let message: unknown
  try {
    message = JSON.parse(frame)
  } catch {
    return null
  }
  if (!Array.isArray(message)) return null
  const [joinRef, ref, topic, event, payload]: unknown[] = message
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return { joinRef: textOrNull(joinRef), ref: textOrNull(ref), topic, event, payload: asObject(payload) }
}

/** Null when the frame is not a broadcast with JSON content. */
export function decodeBinary(frame: Buffer): Incoming | null {
  const [kind, joinLength, refLength, topicLength, eventLength, metaLength, encoding] = frame
  if (kind !== binaryBroadcast || encoding !== jsonEncoding) return null
  let offset = 7
  const [joinRef = '', ref = '', topic = '', event = ''] = [
    joinLength,
    refLength,
    topicLength,
    eventLength,
    metaLength,
  ].map((length = 0) => {
    offset += length
    return frame.toString('utf8', offset - length, offset)
  })
  const contentJson = frame.toString('utf8', offset)
  const broadcast: Broadcast = { event, contentJson }
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {}, broadcast }
}

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
