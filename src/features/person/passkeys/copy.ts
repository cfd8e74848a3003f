import { formatPence } from '@/lib/money'

export const passkeyCopy = {
  title: 'Passkeys',
  text: 'Sign in and approve payments with your face, your finger or your screen lock. Your PIN still works.',
  none: 'No passkeys yet',
  added: (day: string) => `Added on ${day}`,
  lastUsed: (day: string) => `Last used on ${day}`,
  unsupported: "This browser can't use passkeys. You can add one in another browser or on another device.",
  frozen: 'You can add a passkey when your account is no longer frozen.',
  add: {
    action: 'Add a passkey',
    text: (address: string) => `We'll send a code to ${address}. You need it and your PIN to add a passkey.`,
    sentText: (address: string) => `We sent a code to ${address}. Enter it and your PIN to add a passkey.`,
    send: 'Send code',
    again: 'Send a new code',
    code: 'Code from the email',
    shortCode: 'Please enter all 6 digits of the code',
    pinNeeded: 'Enter your current 5-digit PIN.',
    sent: { title: 'Code sent', text: 'Please check your email' },
    done: { title: 'Passkey added' },
    pending: 'Waiting for your device...',
  },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    text: 'It will no longer sign in or approve anything. Your other devices are signed out.',
    last: 'What needs its approval has to wait for 24 hours, or until you add another passkey.',
    askText: (address: string) =>
      `Your account is frozen, so this needs a code. We'll send it to ${address}. With it you remove the passkey.`,
    failed: 'Passkey not removed',
    other: 'Use another passkey',
    action: 'Remove',
    done: { title: 'Passkey removed' },
  },
  amount: {
    label: 'Approve payments to new payees above (£)',
    hint: 'With your passkey. Payments to the same new payee count together, and a regular payment to one always needs it. So does a higher amount here.',
    invalid: 'Please enter an amount from £0 to £1,000,000.',
    save: 'Save amount',
    approve: (pence: number) => `Ask for your passkey only above ${formatPence(pence)}, for payments to new payees.`,
    saved: (pence: number) => ({
      title: 'Amount saved',
      text: `Your passkey approves payments above ${formatPence(pence)}.`,
    }),
  },
  signIn: { action: 'Sign in with a passkey', pending: 'Waiting for your device...', failed: 'Not signed in' },
  device: 'Use a passkey instead',
  approve: {
    title: 'Approve with your passkey',
    usual: 'Your device checks that it is you.',
    action: 'Use passkey',
    lost: "Can't use your passkey? Remove it in Settings, under Sign-in and devices, with your PIN. This then has to wait for 24 hours, or until you add another passkey.",
    failed: 'Not approved',
  },
} as const

/** What is approved, by the name in the server's refusal. */
export const approvalWords: Record<string, string | undefined> = {
  reveal_card_number: 'Show the number of your card.',
  reveal_card_pin: 'Show the PIN of your card.',
  reveal_security_code: 'Show the security code of your card.',
  remove_passkey: 'Remove a passkey. Use another one for this.',
  close_account: 'Close your account for good.',
}
