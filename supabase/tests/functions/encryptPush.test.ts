import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptPush } from '../../../local/mailbox/decryptPush'
import { encryptPush } from '../../functions/_shared/encryptPush.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

// RFC 8291, section 5 and appendix A.
const example = {
  text: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  browserPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  senderPublic: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

async function senderKeys(): Promise<CryptoKeyPair> {
  const point = Buffer.from(example.senderPublic, 'base64url')
  const publicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  return {
    publicKey: await crypto.subtle.importKey('jwk', publicJwk, curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', { ...publicJwk, d: example.senderPrivate }, curve, true, [
      'deriveBits',
    ]),
  }
}

test('encrypts the example of the standard to the same bytes', async () => {
  const body = await encryptPush(
    example.text,
    { p256dh: example.browserPublic, auth: example.auth },
    { randomness: { keyPair: await senderKeys(), salt: bytes(example.salt) } },
  )
  expect(Buffer.from(body).toString('base64url')).toBe(example.body)
})

test('makes messages of any text equally long, and only the browser reads them', async () => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(Buffer.from(example.browserPrivate, 'base64url'))
  const browser = { p256dh: example.browserPublic, auth: example.auth }
  const auth = Buffer.from(example.auth, 'base64url')
  const lengths = await Promise.all(
    ['', 'Money arrived', 'é'.repeat(500)].map(async (text) => {
      const body = Buffer.from(await encryptPush(text, browser, { paddedTo: 1024 }))
      expect(decryptPush(body, keys, auth)).toBe(text)
      body[body.length - 1] = (body.at(-1) ?? 0) ^ 1
      expect(() => decryptPush(body, keys, auth)).toThrow('unable to authenticate data')
      return body.length
    }),
  )
  expect(new Set(lengths).size).toBe(1)
  await expect(encryptPush('x'.repeat(4096), browser)).rejects.toThrow('too long')
})
