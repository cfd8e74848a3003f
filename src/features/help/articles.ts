import { brand } from '@/brand'

export type HelpArticle = { title: string; paragraphs: string[] }

/** The help articles. */
export const helpArticles: HelpArticle[] = [
  {
    title: 'How to pay somebody',
    paragraphs: [
      'Choose Pay & Transfer, then Pay. You need the name on their account, their sort code (6 digits) and their account number (8 digits).',
      'Check every digit before you continue. Money usually arrives at once and can take up to 2 hours. A payment that has been sent cannot be called back.',
    ],
  },
  {
    title: 'I have forgotten my PIN',
    paragraphs: [
      'On the sign-in screen choose Forgotten details? and enter the e-mail address you registered with. An administrator will then contact you.',
      'Never tell anybody your PIN. We will never ask you for it, in chat, by e-mail or on the phone.',
    ],
  },
  {
    title: 'Your debit card',
    paragraphs: [
      'Tap the card on the home screen to see it. Show card number shows the full number for 30 seconds.',
      'If your card is lost or stolen, or you see a payment that you did not make, tell us straight away.',
    ],
  },
  {
    title: 'Staying safe from scams',
    paragraphs: [
      'Stop when somebody hurries you, asks you to keep a payment secret, or tells you to move money to a safe account. No bank asks for that.',
      'Ring people back on a number that you already know before you pay a new account, even if the message seems to come from a friend or a company.',
    ],
  },
  {
    title: 'Contacting us',
    paragraphs: [
      `Choose Menu on the home screen for everything our support team can do, or write to ${brand.supportEmail}.`,
      'Please do not put your PIN or your full card number into a message.',
    ],
  },
]
