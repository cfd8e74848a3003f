import type { ToastWords } from '@/lib/toast'

export const notificationCopy = {
  newMessage: 'New message from admin',
  sent: 'Payment sent',
  received: 'Payment received',
  /** Notes about the card, by their type in the database. Each leads to the card. */
  cardActions: {
    card: 'See your card',
    card_blocked: 'See your card',
    card_frozen: 'Unfreeze',
    card_settings: 'Card Settings',
    card_funds: 'See your card',
  } as Record<string, string | undefined>,
  cleared: { title: 'Notifications Cleared', text: 'All notifications have been dismissed' } satisfies ToastWords,
  empty: { title: 'No notifications', text: 'New payments and messages will appear here.' },
} as const
