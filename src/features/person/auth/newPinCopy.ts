import { messageOf } from '@/lib/errors'

/** The page behind the link for a new PIN, which only visitors of that page download. */
export const newPinCopy = {
  title: 'Set your new PIN',
  rules: 'You sign in with this 5-digit PIN. Setting it signs you out on every device.',
  action: 'Set my new PIN',
  failure: (error: unknown) => ({ title: 'New PIN not set', text: messageOf(error) }),
  set: {
    title: 'Your new PIN is set',
    text: "You've been signed out everywhere. Sign in with your new PIN and the email address that got the link.",
    action: 'Sign in',
  },
  ended: {
    title: 'This link no longer works',
    text: 'It works once, for one day. Choose Forgotten details? on the sign-in screen to ask for another link.',
    action: 'Go to sign in',
  },
} as const
