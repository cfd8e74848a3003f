import { brand } from '@/brand'

export const callCopy = {
  none: 'We are not calling you now. If somebody says so, hang up.',
  checking: 'We are checking whether we are calling you.',
  unknown: "We can't tell now whether we are calling you. If somebody says so, hang up and write to us in the chat.",
  calling: (name: string) => `${name} from ${brand.name} is calling you now`,
  words: 'The caller must say these two words:',
  neverAsk: 'We never ask you to move money, or for your PIN or a code. If the words are different, hang up.',
  lost: 'You are offline, so the call may have ended.',
  reach: 'Press F6 to go to this message.',
  region: 'Call from the bank',
  notMe: "I'm not on the phone",
  less: 'Show less',
  more: 'Show more',
  reported: {
    title: "We've ended this call",
    text: `Thank you for telling us. If somebody says they are from ${brand.name}, hang up.`,
  },
  code: {
    open: "Show us that it's you",
    title: "Show us that it's you",
    text: 'Only if you called us or write to us. We never ask for this code when we call you, by text or by email.',
    make: 'Get a code',
    another: 'Get a new code',
    making: 'Getting a code...',
    label: 'Your code',
    lives: (seconds: number) => `Tell it to our agent within ${seconds} seconds. It works once.`,
    over: 'This code has ended.',
    used: (name: string) => `${name} typed your code and knows that it's you.`,
  },
} as const

/** What agents see. */
export const contactCopy = {
  write: 'This customer asked us to write and not to call.',
  start: 'I am calling this customer',
  starting: 'Telling the customer...',
  end: 'End call',
  shown: (name: string) => `The app says: ${name} from ${brand.name} is calling you now.`,
  say: 'Say these two words:',
  until: (minutes: number) => `Ends by itself in ${minutes} min. It gives you no right to read anything.`,
  notSeen: "If the customer doesn't see it, ask them to open the app and sign in.",
  colleague: 'A colleague is calling this customer now.',
  rightLost: "You can't call customers any more, so the app has stopped showing your call. Say so, and hang up.",
  noApp: "This customer can't use the app now. It shows them no call and gives them no code.",
  reported: 'The customer says that they are not on the phone. Hang up: you are not speaking with the customer.',
  label: "Code from the customer's app",
  check: 'Check code',
  checking: 'Checking...',
  short: 'Enter the six digits.',
  confirmed: 'Confirmed',
  means:
    "This person has the customer's app open. A thief with the phone would have it too: ask more before a change of PIN, address or limits.",
  wrong: "That code isn't right. Ask the customer to read it again.",
  late: 'That code has ended. It is more than two minutes old or was used, or the customer has signed out or frozen the account. Ask for a new one. A frozen account gives none.',
  failed: 'Code not checked',
} as const
