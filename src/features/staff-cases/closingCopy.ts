export const closingNoticeCopy = {
  open: 'Close account',
  title: 'Close this account?',
  text: (name: string) =>
    `${name} gets 90 days' notice by letter and email, and reminders 30 and 7 days before. Everything works until the day.`,
  reasons: 'Why, for the customer',
  reasonsHint:
    'Specific enough to understand the decision, in at least 40 characters. The letter has it word for word, unless the law forbids a reason.',
  shortReasons: 'Say specifically why, in at least 40 characters.',
  early: 'Less notice: an exception of the law applies',
  earlyText: 'A second administrator must approve it. The customer hears of it then.',
  exception: 'Exception',
  chooseException: 'Choose one',
  crimeHint: 'Only staff read it. The letter to the customer has fixed words that hint at nothing.',
  release: 'Release the money',
  releaseTitle: 'Release this money?',
  releaseText: (amount: string, isAskedBack: boolean) =>
    `The customer can have ${amount} sent to another account, once a second administrator approves it. Until then they read only that we can't send it yet.${
      isAskedBack ? ' A bank that asks for some of it gets a refusal then. To return it, open Between Banks first.' : ''
    }`,
  exceptions: {
    due_diligence: 'We cannot check who they are, as the law asks',
    immigration: 'Immigration law',
    crime: 'Reasonable grounds to suspect serious crime',
    public_order: 'Offences against our staff or others',
  } as Record<string, string | undefined>,
  noticeDays: 'Days of notice',
  noticeHint: '0 closes the account as soon as it is approved.',
  badDays: 'Enter a number from 0 to 89.',
  give: 'Give notice',
  ask: 'Ask for approval',
  given: { title: 'Notice given', text: 'The customer gets the letter.' },
  asked: { title: 'Sent for approval' },
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw the closing?',
  withdrawText: 'The account stays open. A customer who has had the notice is told.',
  withdrawn: { title: 'Closing withdrawn' },
  told: 'Has had the letter',
  notTold: 'Has not been told: a second administrator decides first',
  days: (days: number) => (days === 0 ? 'None' : days === 1 ? '1 day' : `${days} days`),
  reminded: (days: number) => `${days} days before`,
} as const
