import { brand } from '@/brand'
import { WordedError } from '@/lib/errors'

/** Older browsers lack the JSON methods, and pages without TLS the whole interface. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

export async function canAutofillPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.())
}

const timeout = 5 * 60_000

type NewPasskey = {
  challenge: string
  userHandle: string
  userName: string
  displayName: string
  knownCredentials: string[]
}

/** Asks the device to make a passkey for this site, and returns its answer as the server takes it. */
export async function createPasskey(options: NewPasskey): Promise<unknown> {
  return answerOf(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON({
        challenge: options.challenge,
        rp: { name: brand.name },
        user: { id: options.userHandle, name: options.userName, displayName: options.displayName },
        // EdDSA, ES256 and RS256.
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: options.knownCredentials.map((id) => ({ type: 'public-key', id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        timeout,
      }),
    }),
  )
}

type Credential = { id: string; transports: string[] }

/** Asks the device to sign the challenge with one of these passkeys, or with any that it has for this site. */
export async function signWithPasskey(
  challenge: string,
  { credentials = [], autofill }: { credentials?: Credential[]; autofill?: AbortSignal } = {},
): Promise<unknown> {
  return answerOf(() =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
        challenge,
        allowCredentials: credentials.map((one) => ({ type: 'public-key', ...one })),
        userVerification: 'required',
        timeout,
      }),
      ...(autofill && { mediation: 'conditional', signal: autofill }),
    }),
  )
}

async function answerOf(ask: () => Promise<Credential | null | object>): Promise<unknown> {
  if (!canUsePasskeys()) throw new WordedError(words.unsupported)
  try {
    const answer = await ask()
    if (!(answer instanceof PublicKeyCredential)) throw new WordedError(words.cancelled)
    return answer.toJSON()
  } catch (error) {
    const text = error instanceof DOMException ? wordsFor[error.name] : undefined
    throw text === undefined ? error : new WordedError(text)
  }
}

const words = {
  unsupported: "This browser can't use passkeys. Use another browser or device.",
  cancelled: 'The request was cancelled, or took too long. Try again.',
}

/** The names of the errors that browsers raise. AbortError stays: the app itself has ended the request. */
const wordsFor: Record<string, string | undefined> = {
  NotAllowedError: words.cancelled,
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: "This device can't check that it's you. Set up a screen lock, or use another device.",
  NotSupportedError: "This device can't make a passkey for this bank. Use another device.",
  SecurityError: words.unsupported,
}

export function canSignalPasskeys(): boolean {
  return canUsePasskeys() && 'signalAllAcceptedCredentials' in PublicKeyCredential
}

/** Lets the device forget the passkeys of this user that were removed. It may ignore that. */
export async function signalPasskeys(userId: string, allAcceptedCredentialIds: string[]): Promise<void> {
  const bytes = userId.replaceAll('-', '').match(/../g) ?? []
  // As private.passkey_user_handle: the id, base64url.
  const handle = btoa(String.fromCharCode(...bytes.map((byte) => parseInt(byte, 16))))
  await PublicKeyCredential.signalAllAcceptedCredentials?.({
    rpId: window.location.hostname,
    userId: handle.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    allAcceptedCredentialIds,
  })
}
