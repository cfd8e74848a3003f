import { base64url, CompactSign, compactVerify, importJWK, type JWK } from 'jose'

// Written apart from `supabase/functions/_shared/bankSignature.ts`: another bank has its own code for the same format.

export const signatureHeader = 'bank-signature'

type Parties = { from: string; to: string }

/** A detached JWS over the body, with the sender, the receiver and the time in its header. */
export async function sign(body: string, { from, to }: Parties, key: JWK, at = Date.now()): Promise<string> {
  const jws = await new CompactSign(new TextEncoder().encode(body))
    .setProtectedHeader({ alg: 'EdDSA', kid: from, aud: to, iat: Math.floor(at / 1000) })
    .sign(await importJWK(key, 'EdDSA'))
  const [header, , signature] = jws.split('.')
  return `${header}..${signature}`
}

/** Throws unless the body was signed with this key, from and to these parties. */
export async function verify(signature: string, body: string, { from, to }: Parties, key: JWK): Promise<void> {
  const [header, , value] = signature.split('.')
  const jws = `${header}.${base64url.encode(body)}.${value}`
  const { protectedHeader } = await compactVerify(jws, await importJWK(key, 'EdDSA'), { algorithms: ['EdDSA'] })
  if (protectedHeader.kid !== from || protectedHeader.aud !== to) throw new Error('The message is for another bank.')
}
