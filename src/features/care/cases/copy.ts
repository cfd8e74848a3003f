export const caseCopy = {
  title: 'Your cases',
  demonstration: 'Fernbank is a demonstration. No real money moves.',
  intro: "Your claims and complaints, and payments that we're checking. Each shows the day by which we'll answer.",
  refunded: (amount: string) => `Refunded ${amount}`,
  none: {
    title: 'No cases',
    text: 'To claim for a payment, open it in Transactions and choose "Something wrong?". If you\'re unhappy about anything else, tell us here.',
  },
  messagesFrom: (payer: string) => `Messages from ${payer}`,
  decideBy: (day: string) => `We'll decide by ${day}`,
  answerBy: (day: string) => `We'll answer by ${day}`,
  answerWasDue: (day: string) => `Our answer was due by ${day}`,
  unhappy: "I'm unhappy with this decision",
  closesOn: (day: string) => `Your account closes at the end of ${day}`,
  question: 'We have a question for you',
  letter: 'Our letter as PDF',
  creating: 'Creating...',
  timeline: 'What has happened',
  you: 'You',
  bank: 'Fernbank',
  answer: 'Your answer',
  message: 'Your message',
  more: 'Something to add?',
  send: 'Send',
  sending: 'Sending...',
  answered: { title: "We've got your message" },
  noAnswer: 'Write something first.',
} as const

export const claimCopy = {
  link: 'Claim your money back',
  title: 'Claim your money back',
  cannot: "You can't claim for this payment",
  saved: 'Each answer is saved. You can leave and finish later.',
  talk: 'Talk to a person',
  back: 'Back',
  continue: 'Continue',
  saving: 'Saving...',
  kind: {
    title: 'What happened?',
    scam: 'I was tricked into paying',
    unauthorised: "I didn't make this payment",
  },
  reached: {
    scam: {
      title: 'How did they reach you?',
      choices: [
        ['phone', 'They phoned me'],
        ['message', 'A text or chat message'],
        ['email', 'An email'],
        ['online', 'A website, advert or social media'],
        ['person', 'In person'],
        ['other', 'Another way'],
      ],
    },
    unauthorised: {
      title: 'Where were your card and phone?',
      choices: [
        ['safe', 'I had them with me'],
        ['lost', 'One of them was lost or stolen'],
        ['shared', 'Someone else can use them'],
        ['other', "I'm not sure"],
      ],
    },
  },
  who: {
    title: 'Who did you think you were paying?',
    label: 'A name, a company or a friend',
    missing: "Tell us who. If you don't know, write so.",
  },
  said: {
    scam: { title: 'What did they tell you?', label: 'In your own words' },
    unauthorised: { title: 'What do you know about it?', label: 'In your own words' },
    missing: 'Tell us what happened.',
  },
  belowExcess: (excess: string) =>
    `We don't refund the first ${excess} of a scam, so we can't refund this payment. Tell us anyway: we look into it and can stop others losing money.`,
  review: {
    title: 'Is this right?',
    text: "We add what we know: the check of the name, the warnings and your chats. You don't need any files.",
    clock: (day: string, latest: string) =>
      `If you send it today, we'll decide by ${day}${latest === day ? '' : `, or by ${latest} if we have to ask others first`}.`,
    send: 'Send claim',
    sending: 'Sending...',
    change: 'Change',
  },
  failed: 'Not sent',
  notSaved: 'Not saved',
} as const

export const paymentReviewCopy = {
  notSentYet: (told: string) => `We have not sent this payment yet, because it could be fraud. ${told}`,
  atTheLatest: (day: string) => `Our check can take until ${day} at the latest.`,
  cancel: 'Cancel payment',
  cancelTitle: 'Cancel this payment?',
  cancelText: (amount: string, payee: string) =>
    `We don't send ${amount} to ${payee}. Money that was taken is back at once.`,
  keep: 'Keep it',
  failed: "We couldn't cancel the payment",
  cancelled: { title: 'Payment cancelled' },
  tooLate: { title: 'Too late to cancel', text: 'The payment has been sent.' },
} as const
