/** The row of the settings. The rest is downloaded with its sheet. */
export const needsRowCopy = {
  title: 'How we can help you',
  none: 'More time, larger text and other help',
  some: 'You have asked for help',
} as const
