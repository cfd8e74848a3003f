import { formatDateTime } from '@/lib/dates'

/** What a choice changes, in the words beside it. */
export const needWords = {
  more_time: {
    label: 'More time',
    hint: 'You stay signed in for 15 minutes without activity instead of 5. Our staff give you time.',
  },
  simple: {
    label: 'Larger text and a simple Home',
    hint: 'All text is larger, and Home has four large buttons. Our staff use plain words.',
  },
  no_calls: {
    label: 'No phone calls',
    hint: 'Our staff are told to write to you and not to call.',
  },
  helper: {
    label: 'Somebody helps me',
    hint: 'Before each payment we ask whether it is your own decision. Our staff know that somebody may be with you. Your helper gets no access, and our staff only do what you say yourself.',
  },
  gambling: {
    label: 'Block gambling',
    hint: 'Your cards refuse payments to gambling firms. Switching this off takes 48 hours. It does not stop bank transfers.',
  },
  money_worries: {
    label: 'Money worries',
    hint: 'Before each payment we show what you will have left. Our staff suggest nothing that costs you money.',
  },
} as const

export const needsCopy = {
  intro:
    'Each choice works at once. Our staff see what to do, never why. With any of them we keep no excess when we refund a scam. After two years we ask whether you still want it.',
  looks: 'You see under Privacy when they have read it.',
  turnedOff: "We don't offer this any more. What you asked for stays until you switch it off.",
  blockedUntil: (until: string) => `Switched off. Your cards still refuse until ${formatDateTime(until)}.`,
  saved: { title: 'Saved' },
  notSaved: { title: 'Not saved' },
  advice: 'Free advice about debt',
  ownWords: {
    title: 'In your own words',
    label: 'What should we know?',
    hint: 'Our staff read it as you write it, when they help you. Delete the text and save to remove it.',
    save: 'Save',
  },
  question: {
    title: 'Do you still want this?',
    text: (labels: string[]) =>
      `Two years ago you asked us for: ${labels.join(', ')}. If you don't answer within 30 days, it ends.`,
    keep: 'Yes, keep it',
    change: 'Change it',
  },
  kept: { title: 'Thank you', text: 'We keep helping you in this way.' },
} as const

/** Free, independent and for the whole United Kingdom. */
export const debtAdvice = [
  { name: 'MoneyHelper', url: 'https://www.moneyhelper.org.uk' },
  { name: 'National Debtline', url: 'https://nationaldebtline.org' },
  { name: 'StepChange', url: 'https://www.stepchange.org' },
] as const
