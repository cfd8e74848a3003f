export const interestRateCopy = {
  title: 'Interest Rates',
  subtitle: 'What savings accounts earn in a year, and from which day',
  list: {
    title: 'Rates',
    what: 'the interest rates',
    none: 'No rate yet: savings earn nothing.',
    now: 'Now',
    later: 'Later',
  },
  form: {
    title: 'Ask for another rate',
    text: 'Nothing changes until another super admin has approved it. What was counted for a day stays.',
    rate: 'Rate (% a year)',
    startsOn: 'First day',
    action: 'Ask a Second Super Admin',
    badRate: 'Enter a rate from 0 to 20 per cent, such as 4.25.',
    noDay: 'Choose the first day.',
    failed: 'Not asked',
    approvals: 'Approvals',
  },
} as const
