export const profileCopy = {
  nameUpdated: { title: 'Profile updated!' },
  settingsSaved: { title: 'Settings saved' },
  displayNameUpdated: { title: 'Display name updated' },
  notificationEmailUpdated: { title: 'Notification email updated' },
  /** The update changed no row, because RLS refuses this user. */
  notChanged: 'Your profile could not be changed. Sign in again and try once more.',
  nameNeeded: 'Please enter your full name',
  nameTooLong: 'Name must be at most 140 characters.',
  specialCharacters: 'Please remove special characters such as < and >.',
  emailMalformed: 'Please enter an email address such as name@example.com',
  displayNameUse: 'People whom you pay see this name: it is the holder of your account.',
  emailUse:
    'We send payment confirmations here. Leave it empty to get those of your own payments at the address that you signed up with.',
} as const
