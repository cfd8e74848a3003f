import type { ToastWords } from '@/lib/toast'

export const notificationCopy = {
  newMessage: 'New message from admin',
  /** The title and message of each kind of payment in each state. `what`: '£12.50 to Mill Lane Lettings'. */
  payments: {
    sent: {
      completed: { title: 'Payment sent', message: (what: string) => `You sent ${what}` },
      pending: { title: 'Payment pending', message: (what: string) => `We're sending ${what}` },
      failed: { title: 'Payment not sent', message: (what: string) => `Your payment of ${what} wasn't sent` },
      reversed: { title: 'Payment reversed', message: (what: string) => `Your payment of ${what} was reversed` },
    },
    received: {
      completed: { title: 'Payment received', message: (what: string) => `You received ${what}` },
      pending: { title: 'Payment pending', message: (what: string) => `We're receiving ${what}` },
      failed: { title: 'Payment not received', message: (what: string) => `The payment of ${what} didn't arrive` },
      reversed: { title: 'Payment reversed', message: (what: string) => `The payment of ${what} was reversed` },
    },
    card: {
      completed: { title: 'Card payment', message: (what: string) => `You paid ${what}` },
      pending: { title: 'Card payment pending', message: (what: string) => `You paid ${what}` },
      failed: { title: 'Card payment not charged', message: (what: string) => `You weren't charged ${what}` },
      reversed: { title: 'Card payment reversed', message: (what: string) => `Your payment of ${what} was reversed` },
    },
  },
  /** Notes about the card, by their type in the database. Each leads to the card. */
  cardActions: {
    card: 'See your card',
    card_issued: 'Activate',
    declined_blocked: 'See your card',
    declined_issued: 'Activate',
    declined_frozen: 'Unfreeze',
    declined_settings: 'Card Settings',
    declined_funds: 'See your card',
  } as Record<string, string | undefined>,
  cleared: { title: 'Notifications Cleared', text: 'All notifications have been dismissed' } satisfies ToastWords,
  undoClear: 'Undo',
  empty: { title: 'No notifications', text: 'New payments and messages will appear here.' },
} as const
