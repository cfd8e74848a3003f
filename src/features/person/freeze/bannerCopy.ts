// Apart from the words of the sheet: every first screen downloads these.
export const bannerCopy = {
  frozen: 'Your account is frozen.',
  unfreezing: (time: string) => `Your account is frozen until ${time}.`,
  link: 'What still works',
} as const
