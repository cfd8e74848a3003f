import type { Way } from './queries'

export const pushCopy = {
  device: {
    title: 'Notifications on this device',
    label: 'Show notifications here',
    hint: 'Also when the app is closed. Signing out stops them until you sign in again.',
    blocked:
      'Notifications are blocked for this site. To allow them, tap the icon beside the address, open the site settings and allow Notifications.',
    homeScreen:
      'On an iPhone or iPad, add the app to your home screen first: tap Share, then Add to Home Screen. Open it from there, and switch notifications on here.',
    none: "This browser can't show notifications. You still get emails and the mailbox.",
    turnedOn: { title: 'Notifications are on' },
    turnedOff: { title: 'Notifications are off on this device' },
    failed: 'Notifications not changed',
  },
  choices: {
    title: 'What we tell you about',
    text: 'We always tell you about security, and we email you when a payment fails or comes back.',
    security: 'Security',
    always: 'Always',
    failed: { title: 'Not saved' },
    amounts: 'Show amounts',
    amountsHint: 'Anyone who sees your locked screen can read them.',
  },
  /** The events that a customer chooses, as private.push_choices has them. */
  events: {
    money_in: 'Money in',
    money_out: 'Money out',
    card: 'Card used or refused',
    low_balance: 'Low balance',
    agent: 'An agent answered',
  },
  ways: { push: 'Device', mail: 'Email', mailbox: 'Mailbox' } satisfies Record<Way, string>,
  low: {
    title: 'Low balance',
    label: 'Tell me below (£)',
    hint: 'Once, until your balance is above it again. Leave it empty to hear nothing.',
    invalid: 'Enter an amount up to £1,000,000, or leave it empty.',
    saved: { title: 'Low balance saved' },
    failed: 'Failed to save low balance',
  },
  ask: {
    title: 'Know when money moves?',
    text: 'We can tell you on this device when money comes in or goes out, and about security.',
    accept: 'Turn on',
    decline: 'Not now',
  },
  devices: {
    title: 'Devices with notifications',
    text: 'We tell these devices about your account, also when you are not signed in.',
    current: 'This device',
    since: (day: string) => `Since ${day}`,
    removed: { title: 'Notifications stopped' },
    removeFailed: { title: 'Failed to stop notifications' },
    remove: {
      title: (name: string) => `Stop notifications on ${name}?`,
      text: 'That device hears nothing about your account any more. It stays signed in, if it is.',
    },
  },
} as const
