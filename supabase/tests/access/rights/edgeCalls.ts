import { none, signedIn } from './callKinds'
import type { Role } from './expectedRights'
import type { RightsUser } from './rightsFixture'

export type EdgeCall = {
  name: string
  body: (them: RightsUser, me: RightsUser) => Record<string, unknown>
  to: readonly Role[]
  ownTo?: readonly Role[]
  nothingTo?: readonly Role[]
  nothing?: unknown
}

const passkeyAnswer = (response: object) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: Buffer.from('{"challenge":"AAAA"}').toString('base64url'), ...response },
})

export const edgeCalls: readonly EdgeCall[] = [
  // Sends a code to the caller's own address, if the caller's device needs one.
  { name: 'send-device-code', body: () => ({}), to: none, ownTo: ['staff on an unknown device'] },
  // No role has a challenge. passkeys.test.ts has.
  { name: 'add-passkey', body: () => ({ response: passkeyAnswer({ attestationObject: 'AAAA' }) }), to: none },
  {
    name: 'use-passkey',
    body: () => ({
      purpose: 'sign_in',
      response: passkeyAnswer({ authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' }),
    }),
    to: none,
  },
  {
    name: 'ai-chat',
    body: ({ id }) => ({ userId: id, messages: [{ role: 'user', content: 'What is my balance?' }] }),
    to: none,
  },
  // It takes a signature of the card network and no token.
  {
    name: 'card-authorisation',
    body: ({ card }) => ({
      id: crypto.randomUUID(),
      type: 'authorise',
      card,
      amount: '1.00',
      merchant: 'Shop',
      mcc: '5411',
      country: 'GB',
      entry: 'chip',
    }),
    to: none,
  },
  { name: 'delete-user', body: ({ id }) => ({ userId: id }), to: ['approve_users'] },
  { name: 'send-all-user-pins', body: () => ({}), to: ['approve_users'] },
  { name: 'sync-user-pins', body: () => ({}), to: ['approve_users'] },
  { name: 'repair-transactions', body: () => ({ dryRun: true }), to: ['repair_transactions'] },
  {
    name: 'repair-transactions',
    body: ({ transaction }) => ({ transactionIds: [transaction] }),
    to: ['repair_transactions'],
  },
  {
    // The id of another user's payment is not enough to send its email.
    name: 'send-payment-notification',
    body: ({ paymentRequest, email }) => ({
      requestId: paymentRequest,
      notificationType: 'sender',
      recipientEmail: email,
      recipientName: 'Payee',
      amount: 1,
      sortCode: '12-34-56',
      accountNumber: '12345678',
    }),
    to: none,
    nothingTo: signedIn,
    nothing: { sent: 0 },
  },
  // It answers only how many mails it has sent.
  { name: 'send-due-mails', body: () => ({}), to: none, nothingTo: signedIn, nothing: { sent: 0 } },
  // It asks about a check of the caller only, and answers nothing.
  {
    name: 'check-payee',
    body: () => ({
      checkId: crypto.randomUUID(),
      name: 'New payee',
      sortCode: '12-34-56',
      accountNumber: '87654321',
      accountType: null,
    }),
    to: none,
    nothingTo: signedIn,
    nothing: {},
  },
  // Only the secret key opens these.
  { name: 'send-interbank', body: () => ({}), to: none },
  { name: 'recover-interbank', body: () => ({ since: new Date().toISOString(), place: null }), to: none },
  // It reads a signature of another bank, and no token.
  { name: 'interbank', body: () => ({}), to: none },
]
