export const previewCopy = {
  title: 'What the customer gets',
  what: 'what the customer gets',
  unfinished: 'It is shown here once the form is filled in.',
  nothing: 'The customer gets no message.',
  approved: 'Once a second administrator has approved it',
  to: (names: string[]) => `To ${names.join(', ')}`,
  line: (message: string) => `In the case: ${message}`,
  letter: 'Letter',
} as const
