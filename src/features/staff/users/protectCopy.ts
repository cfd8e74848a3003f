import { askingCopy } from '@/features/staff/approvals/shared'

const told = 'The owner is told in the app and by email, without the reason, which is kept in the audit.'

export const protectCopy = {
  card: {
    title: (lastFour: string) => `Freeze the card ending ${lastFour}?`,
    text: `Payments with the card are declined from now on. Only the owner can unfreeze it, in the app. ${told}`,
    confirm: 'Freeze',
    done: { title: 'Card frozen', text: 'Only the owner can unfreeze it, in the app.' },
  },
  device: {
    title: (name: string) => `Remove ${name}?`,
    text: `Its sessions end now. ${told}`,
    confirm: 'Remove',
    done: { title: 'Device removed', text: 'Its sessions have ended.' },
  },
  passkey: {
    title: (name: string) => `Remove the passkey ${name}?`,
    text: 'For an owner who has lost the device. A second administrator must approve it. The owner gets an email now, and is signed out everywhere when it is removed.',
    confirm: 'Ask for Approval',
    done: askingCopy.asked,
  },
} as const
