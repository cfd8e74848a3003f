import { base64url, CompactSign, compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'npm:jose@6.2.17'
import { z } from 'npm:zod@4.6.7'

/** How old a signature may be, and how far ahead the clock of another bank. */
const toleranceSeconds = 300

/** The header with the signature of a body: a JWS (Ed25519) whose payload, the body, is detached. */
export const signatureHeader = 'bank-signature'

/** A public key as the database stores it. */
export const publicKeySchema = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })

export type BankKey = { bankId: string; privateKey: JWK }

type PreparedKey = ReturnType<typeof importJWK>
const preparedKeys = new Map<string, PreparedKey>()

/** Keeps the prepared keys of this bank and the others: there are as many as banks. */
function prepared(jwk: JWK): PreparedKey {
  const name = JSON.stringify([jwk.x, jwk.d])
  const key = preparedKeys.get(name) ?? importJWK(jwk, 'EdDSA')
  preparedKeys.set(name, key)
  return key
}

/** Signs a body for one receiver. The signed header names the sender, the receiver and the time. */
export async function signFor(receiverId: string, body: string, { bankId, privateKey }: BankKey): Promise<string> {
  const signed = await new CompactSign(new TextEncoder().encode(body))
    .setProtectedHeader({ alg: 'EdDSA', kid: bankId, aud: receiverId, iat: Math.floor(Date.now() / 1000) })
    .sign(await prepared(privateKey))
  return signed.replace(/\.[^.]*\./, '..')
}

/** The bank that a signature names. Not verified: it tells with which key to verify. */
export function signerOf(signature: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(signature)
    return kid !== undefined && /^[a-z0-9-]{1,40}$/.test(kid) ? kid : null
  } catch {
    return null
  }
}

type Expected = { signerId: string; receiverId: string; publicKey: JWK; isOld?: boolean }

/** Whether this bank signed this body for this receiver: in the last five minutes, or at any time if it is old. */
export async function isSignedBy(
  signature: string,
  body: string,
  { signerId, receiverId, publicKey, isOld = false }: Expected,
): Promise<boolean> {
  const [header, payload, value, ...rest] = signature.split('.')
  // A payload of its own would be verified in place of the body: one message would sign any other.
  if (payload !== '' || rest.length > 0) return false
  try {
    const key = await prepared(publicKey)
    const attached = `${header}.${base64url.encode(body)}.${value}`
    const { protectedHeader } = await compactVerify(attached, key, { algorithms: ['EdDSA'] })
    const { kid, aud, iat } = protectedHeader
    const isRecent = isOld || (typeof iat === 'number' && Math.abs(Date.now() / 1000 - iat) <= toleranceSeconds)
    return kid === signerId && aud === receiverId && isRecent
  } catch {
    return false
  }
}
