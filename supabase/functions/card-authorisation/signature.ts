/** How old a message may be, and how far ahead the network's clock. Signatures are stored for longer than that. */
export const toleranceMs = 300_000

const encoder = new TextEncoder()

/** The signature of a message: HMAC with SHA-256 over the time in milliseconds, a full stop and the body, in hexadecimal. */
export async function signatureOf(key: string, timestamp: string, body: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await hmacKey(key), encoder.encode(`${timestamp}.${body}`))
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the signature belongs to this message. The comparison takes the same time wherever the first difference is. */
export async function isSignatureOf(signature: string, key: string, timestamp: string, body: string): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', await hmacKey(key), bytes, encoder.encode(`${timestamp}.${body}`))
}

function hmacKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}
