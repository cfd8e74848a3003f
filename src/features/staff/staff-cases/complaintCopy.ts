type Template = { label: string; text: string }
/** The texts that staff start from, with the day and the name filled in. */
type Fields = { dueDay: string; lastDay: string; firstName: string }

export const complaintCopy = {
  outcomes: {
    resolved: 'Settled with a summary',
    upheld: 'Upheld',
    partly_upheld: 'Partly upheld',
    not_upheld: 'Not upheld',
  } as Record<string, string | undefined>,
  finalOutcomes: ['upheld', 'partly_upheld', 'not_upheld'],
  byAgent: (name: string) => `An agent, in a chat: ${name}`,
  byCustomer: 'The customer',
  delayed:
    'The clock has ended. The customer was told that they may go to the Ombudsman now. Answer as soon as you can.',
  summaryUntil: (day: string) => `summary until ${day}`,
  startFrom: 'Start from',
  ownWords: 'Your own words',
  redress: 'Redress (£), from the bank',
  badRedress: 'Enter an amount up to £1,000,000, or leave it empty.',
  words: 'Text, in the letter',
  noWords: 'Write the text.',
  unfilled: 'Replace the words in square brackets.',
  sent: { title: 'Sent', text: 'The customer can read it in the app.' },
  update: {
    action: 'Send an update',
    text: 'The customer reads it in the app and gets an email. The clock runs on.',
    label: 'Update',
  },
  holdingResponse: {
    action: 'Holding response',
    title: 'Send a holding response?',
    text: (day: string) =>
      `Only in exceptional circumstances. The letter says why, and that the answer comes by ${day} at the latest. Once.`,
  },
  summary: {
    action: 'Settle',
    title: 'Settle this complaint?',
    text: (day: string) =>
      `Until ${day}, if the customer accepts your answer. They get a summary resolution communication that names the Ombudsman.`,
    accepted: 'The customer has told us that this answer settles their complaint',
    notAccepted: 'Ask the customer first. Without their agreement, send a final response.',
  },
  final: {
    action: 'Final response',
    title: 'Send the final response?',
    text: 'The customer gets a letter with the outcome, your text, the redress, and how to go to the Ombudsman.',
    outcome: 'Outcome',
    chooseOutcome: 'Choose an outcome.',
  },
} as const

export const updateTemplates = ({ dueDay, firstName }: Fields): Template[] => [
  {
    label: 'Still looking into it',
    text: `Hello ${firstName}, we're still looking into your complaint. You'll have our answer by ${dueDay}.`,
  },
  {
    label: 'Waiting for others',
    text: `Hello ${firstName}, we've asked the others involved what happened and are waiting for their answers. You'll have ours by ${dueDay}.`,
  },
]

export const holdingResponseTemplates = ({ lastDay }: Fields): Template[] => [
  {
    label: 'Another bank has not answered',
    text: `Another bank has not answered our questions yet, and we can't decide fairly without them. You'll have our answer by ${lastDay}.`,
  },
]

export const answerTemplates = ({ firstName }: Fields): Template[] => [
  {
    label: 'We made a mistake',
    text: `Dear ${firstName}, we looked into what happened. We made a mistake: [what]. We're sorry. We have [what was put right].`,
  },
  {
    label: 'We did what we should',
    text: `Dear ${firstName}, we looked into what happened. We found that [what]. We think that we did what we should have done, because [why].`,
  },
]
