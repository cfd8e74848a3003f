import type { ToastWords } from '@/lib/toast'

export const authCopy = {
  shortPin: { title: 'Invalid PIN', text: 'Please enter a 5-digit security PIN' },
  wrongPin: { title: 'Sign-in failure', text: 'Invalid PIN. Please check your PIN and try again.' },
  pendingApproval: {
    title: 'Pending account',
    text: 'Your account is pending approval. Please wait for an administrator to approve your account.',
  },
  tooManyAttempts: { title: 'Sign-in failure', text: 'Too many attempts. Please try again later.' },
  resetRequested: {
    title: 'Request sent',
    text: 'An administrator will contact you shortly to help reset your PIN',
  },
  emailRequired: { title: 'Email required', text: 'Please enter your registered email' },
  newPin: (pin: string): ToastWords => ({
    title: 'Account created',
    text: `Your security PIN is ${pin}. Keep it safe: you sign in with it.`,
    duration: 15_000,
  }),
  newPinUnreadable: {
    title: 'Account created',
    text: `We couldn't show your security PIN. Choose Forgotten details? on the sign-in screen and an administrator will contact you.`,
    duration: 15_000,
  },
  nameNeeded: 'Please enter your full name',
  emailNeeded: 'Please enter your email address',
  emailMalformed: 'Please enter an email address such as name@example.com',
  inactivity: {
    title: 'Are you still there?',
    text: "You haven't used the app for a while. To keep your money safe, we'll sign you out in 30 seconds.",
  },
} as const
