import type { ToastWords } from '@/lib/toast'

export const notificationCopy = {
  newMessage: 'New message from admin',
  sent: 'Payment sent',
  received: 'Payment received',
  cleared: { title: 'Notifications Cleared', text: 'All notifications have been dismissed' } satisfies ToastWords,
  empty: { title: 'No notifications', text: 'New payments and messages will appear here.' },
} as const
