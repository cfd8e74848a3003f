import type { ToastWords } from '@/lib/toast'

export const authCopy = {
  shortPin: { title: 'Invalid PIN', text: 'Please enter a 5-digit security PIN' },
  wrongPin: { title: 'Sign-in failure', text: 'Invalid PIN. Please check your PIN and try again.' },
  newDevice: "We don't know this device yet. Enter your email address.",
  maybeNewDevice: 'New to this device? Enter your email address too.',
  pendingApproval: {
    title: 'Pending account',
    text: 'Your account is pending approval. Please wait for an administrator to approve your account.',
  },
  tooManyAttempts: (text: string) => ({ title: 'Sign-in failure', text }),
  resetRequested: {
    title: 'Request sent',
    text: 'An administrator will contact you shortly to help reset your PIN',
  },
  emailRequired: { title: 'Email required', text: 'Please enter your registered email' },
  newPin: (pin: string): ToastWords => ({
    title: 'Account created',
    text: `Your security PIN is ${pin}. Keep it safe: you sign in with it.`,
    duration: 15_000,
    isForNextScreen: true,
  }),
  newPinUnreadable: {
    title: 'Account created',
    text: `We couldn't show your security PIN. Choose Forgotten details? on the sign-in screen and an administrator will contact you.`,
    duration: 15_000,
  },
  unsavedPin: {
    title: 'Have you saved your PIN?',
    text: "You need it to sign in. We can't show it again after you sign out.",
    confirmLabel: 'Sign out',
  },
  newPinCard: {
    title: 'Your security PIN',
    text: 'You sign in with this PIN. Save it now: once you confirm, sign out or are approved, only an administrator can help you with it.',
    hidden: 'Hidden',
    confirm: 'I have saved it',
    unreadable: 'We can no longer show this PIN. An administrator can help you with it.',
  },
  changePin: {
    title: 'Security PIN',
    text: 'You sign in with this 5-digit PIN. Changing it signs you out everywhere else.',
    action: 'Change PIN',
    frozenText: (address: string) =>
      `Your account is frozen, so this needs a code and your PIN. We'll send the code to ${address}.`,
    code: 'Code from the email',
    codeNeeded: 'Please enter all 6 digits of the code',
    current: 'Current PIN',
    legend: 'New PIN',
    random: 'Give me a random PIN',
    own: "I'll choose my own",
    pin: 'Your new PIN',
    repeat: 'Repeat your new PIN',
    currentNeeded: 'Enter your current 5-digit PIN.',
    pinNeeded: 'Enter a 5-digit PIN.',
    samePin: 'Choose a PIN that differs from your current one.',
    repeatDiffers: 'The two PINs are different.',
    // The dialog with a random PIN opens after it.
    changed: { title: 'PIN changed', text: "You've been signed out everywhere else.", isForNextScreen: true },
    newTitle: 'Your new PIN',
    newText: "Save it now. We can't show it again.",
    unsaved: {
      title: 'Have you saved your PIN?',
      text: "You need it to sign in. We can't show it again after you close this.",
      confirmLabel: 'Close',
    },
  },
  nameNeeded: 'Please enter your full name',
  emailNeeded: 'Please enter your email address',
  emailMalformed: 'Please enter an email address such as name@example.com',
  /** Why the session of the last user ended, unless they chose to sign out. */
  signedOut: {
    inactive: 'You were signed out after 5 minutes without activity.',
    'inactive longer': 'You were signed out after 15 minutes without activity.',
    'staff inactive': 'You were signed out because you had not used the app for a while.',
    elsewhere: 'Your session has ended. Sign in again to continue.',
  },
} as const
