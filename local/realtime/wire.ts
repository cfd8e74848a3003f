/** Phoenix's socket messages, in both versions that clients speak: 1.0.0 has objects, 2.0.0 arrays and binary broadcasts. */
export type WireVersion = 1 | 2

export type Incoming = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
  /** Set when a broadcast came as a binary frame; `payload` is empty then. */
  broadcast?: Broadcast
}

/** A client's broadcast. The content stays as it came: JSON text, or bytes that only clients can read. */
export type Broadcast = { event: string; encoding: 'json' | 'binary'; content: Buffer; meta?: Record<string, string> }

const broadcastFromClient = 3
const broadcastToClient = 4
const longestName = 255

export function encodeMessage(
  version: WireVersion,
  message: { joinRef?: string | null; ref?: string | null; topic: string; event: string; payload: unknown },
): string {
  return encodeWithJson(version, { ...message, payloadJson: JSON.stringify(message.payload) })
}

/** As encodeMessage, for a payload that is JSON already: rows must not lose digits by being parsed. */
export function encodeWithJson(
  version: WireVersion,
  message: { joinRef?: string | null; ref?: string | null; topic: string; event: string; payloadJson: string },
): string {
  const { joinRef = null, ref = null } = message
  const [join, own, topic, event] = [joinRef, ref, message.topic, message.event].map((part) => JSON.stringify(part))
  return version === 2
    ? `[${join},${own},${topic},${event},${message.payloadJson}]`
    : `{"topic":${topic},"event":${event},"payload":${message.payloadJson},"ref":${own},"join_ref":${join}}`
}

/** A broadcast as this version carries it; null when it cannot: version 1.0.0 knows no binary content. */
export function encodeBroadcast(version: WireVersion, topic: string, broadcast: Broadcast): string | Buffer | null {
  const { event, encoding, content, meta } = broadcast
  const names = [topic, event, meta ? JSON.stringify(meta) : ''].map((name) => Buffer.from(name))
  if (version === 2 && names.every((name) => name.length <= longestName)) {
    const head = [broadcastToClient, ...names.map((name) => name.length), encoding === 'json' ? 1 : 0]
    return Buffer.concat([Buffer.from(head), ...names, content])
  }
  if (encoding === 'binary') return null
  const metaJson = meta ? `,"meta":${JSON.stringify(meta)}` : ''
  const payloadJson = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${content.toString()}${metaJson}}`
  return encodeWithJson(version, { topic, event: 'broadcast', payloadJson })
}

/** Null when the frame is none of the protocol's. */
export function decodeText(version: WireVersion, frame: string): Incoming | null {
  let message: unknown
  try {
    message = JSON.parse(frame)
  } catch {
    return null
  }
  const parts = version === 2 ? message : partsOfObject(message)
  if (!Array.isArray(parts)) return null
  const [joinRef, ref, topic, event, payload]: unknown[] = parts
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return { joinRef: textOrNull(joinRef), ref: textOrNull(ref), topic, event, payload: asObject(payload) }
}

function partsOfObject(message: unknown): unknown[] {
  const { join_ref: joinRef, ref, topic, event, payload } = asObject(message)
  return [joinRef, ref, topic, event, payload]
}

/** Null when the frame is no client broadcast. */
export function decodeBinary(frame: Buffer): Incoming | null {
  const [kind, joinLength, refLength, topicLength, eventLength, metaLength, encoding] = frame
  if (kind !== broadcastFromClient || encoding === undefined) return null
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
  const content = Buffer.from(frame.subarray(offset))
  const broadcast: Broadcast = { event, encoding: encoding === 1 ? 'json' : 'binary', content }
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {}, broadcast }
}

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
