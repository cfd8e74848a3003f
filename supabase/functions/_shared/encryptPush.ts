// Message encryption for Web Push (RFC 8291) with the content coding aes128gcm (RFC 8188).

/** The keys of a subscription, as the browser gives them: base64url. */
export type BrowserKeys = { p256dh: string; auth: string }

/** What is random in each message. Tests choose it. */
type Randomness = { keyPair: CryptoKeyPair; salt: Uint8Array<ArrayBuffer> }

const recordSize = 4096
const curve = { name: 'ECDH', namedCurve: 'P-256' }
const utf8 = new TextEncoder()

/** Encrypts a text for one browser. `paddedTo`: the length in bytes of the padded text, so that it tells nothing. */
export async function encryptPush(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { paddedTo = 0, randomness }: { paddedTo?: number; randomness?: Randomness } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { keyPair, salt } = randomness ?? (await newRandomness())
  const browserKey = decode(p256dh)
  const ownKey = new Uint8Array(await crypto.subtle.exportKey('raw', keyPair.publicKey))
  const publicKey = await crypto.subtle.importKey('raw', browserKey, curve, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, keyPair.privateKey, 256)

  const info = joined(utf8.encode('WebPush: info\0'), browserKey, ownKey)
  const material = await hkdf(new Uint8Array(shared), decode(auth), info, 32)
  const key = await hkdf(material, salt, utf8.encode('Content-Encoding: aes128gcm\0'), 16)
  const iv = await hkdf(material, salt, utf8.encode('Content-Encoding: nonce\0'), 12)

  const plain = utf8.encode(text)
  // 2 ends the text of the last record. Zeros follow.
  const record = joined(plain, Uint8Array.of(2), new Uint8Array(Math.max(0, paddedTo - plain.length)))
  if (record.length + 16 > recordSize) throw new Error('The push message is too long.')
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, record))

  const sizes = new Uint8Array(5)
  new DataView(sizes.buffer).setUint32(0, recordSize)
  sizes[4] = ownKey.length
  return joined(salt, sizes, ownKey, encrypted)
}

async function newRandomness(): Promise<Randomness> {
  const keyPair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  if (!('privateKey' in keyPair)) throw new Error('No key pair was made.')
  return { keyPair, salt: crypto.getRandomValues(new Uint8Array(16)) }
}

async function hkdf(
  material: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8))
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function decode(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
