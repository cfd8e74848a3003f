export const personalDataCopy = {
  title: 'A copy of my data',
  text: 'Everything we know about you that the law lets us give you, as a JSON file. It holds personal data: keep it safe. You can make three in 24 hours.',
  action: 'Download my data',
  creating: 'Creating...',
  pinNeeded: 'Enter your 5-digit PIN.',
  failed: "We couldn't make the copy",
  saved: { title: 'Copy saved' },
  ofUser: {
    title: 'Copy of the data',
    text: 'What the law gives this user about themselves, for a user who asks. Covered messages and how they want to be helped are only in the copy that the app makes. Send it to the sign-in address only. The audit records it.',
    action: 'Download the data',
  },
}
