export const profileCopy = {
  nameUpdated: { title: 'Profile updated!' },
  settingsSaved: { title: 'Settings saved' },
  notificationEmailUpdated: { title: 'Notification email updated' },
  /** The update changed no row, because RLS refuses this user. */
  notChanged: "We couldn't change your profile. Sign in again and retry.",
  nameNeeded: 'Please enter your full name',
  nameTooLong: 'Name must be at most 140 characters.',
  emailMalformed: 'Please enter an email address such as name@example.com',
  displayNameUse: "People you pay see this name. It's the name on your account.",
  address: {
    title: 'Postal address',
    use: 'Your statements and letters show it. To remove it, clear all fields.',
    saved: { title: 'Address saved' },
    needsLine: 'Enter the first line of your address.',
    needsTown: 'Enter your town or city.',
    needsPostcode: 'Enter a UK postcode, such as LS1 4AP.',
  },
  approveEmail: (email: string) =>
    `Send emails about your payments to ${email === '' ? 'the email address you signed up with' : email}.`,
  emailUse: 'We send payment confirmations here. Leave it empty to get them at the email address you signed up with.',
} as const
