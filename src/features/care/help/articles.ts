import { brand } from '@/brand'

export type HelpArticle = { title: string; paragraphs: string[] }

/** The help articles. */
export const helpArticles: HelpArticle[] = [
  {
    title: 'How to pay someone',
    paragraphs: [
      'Choose Pay & Transfer, then Pay. You need the name on their account, their sort code (6 digits) and their account number (8 digits).',
      "Check every digit before you continue. Money usually arrives straight away but can take up to 2 hours. You can't cancel a payment once it's sent.",
    ],
  },
  {
    title: 'I have forgotten my PIN',
    paragraphs: [
      'On the sign-in screen choose Forgotten details? and enter the email address you registered with. An administrator looks at it, and then we email you a link to set a new PIN. It works for one day.',
      "Never tell anyone your PIN. We'll never ask you for it in chat, by email or on the phone.",
    ],
  },
  {
    title: 'Your debit card',
    paragraphs: [
      'Tap the card on the home screen to see it. Show card number shows the full number for 30 seconds.',
      "If your card is lost or stolen, choose Card Settings, then Lost or stolen. If you see a payment you didn't make, tell us straight away.",
    ],
  },
  {
    title: 'Staying safe from scams',
    paragraphs: [
      'Stop if someone rushes you, asks you to keep a payment secret or tells you to move money to a safe account. No bank will ask you to do that.',
      'Before you pay a new account, call the person back on a number you know, even if the message seems to come from a friend or a company.',
    ],
  },
  {
    title: 'Contacting us',
    paragraphs: [
      `Choose Menu on the home screen to see how we can help, or email ${brand.supportEmail}.`,
      "Please don't include your PIN or full card number in a message.",
    ],
  },
]
