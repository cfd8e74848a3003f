import { formatPence } from '@/lib/money'
import type { ToastWords } from '@/lib/toast'

/** The texts of the pay screens, most of them from the specification. */
export const paymentCopy = {
  sent: (amount: number, recipient: string): ToastWords => ({
    title: 'Payment Sent',
    text: `${formatPence(amount)} sent to ${recipient}.`,
  }),
  demo: (amount: number, recipient: string): ToastWords => ({
    title: 'Demo Payment',
    text: `This is a preview. ${formatPence(amount)} would be sent to ${recipient}.`,
  }),
  failed: (message: string): ToastWords => ({ title: 'Payment Failed', text: message || 'Failed to process payment' }),
  missingInformation: { title: 'Missing Information', text: 'Please fill in recipient and amount.' },
  checkDetails: (text: string): ToastWords => ({ title: 'Check details', text }),
  invalidAmount: { title: 'Invalid Amount', text: 'Please enter a valid amount.' },
  insufficientFunds: { title: 'Insufficient Funds', text: "You don't have enough balance for this transaction." },
  unconfirmed: {
    title: 'Payment not confirmed yet',
    text: "We couldn't confirm whether your payment went through. Please don't pay again: sign in and open Pay & Transfer, and we'll check it.",
  },
  sessionEnded: 'Your session has ended. Please sign in again.',
  sortCodeDigits: 'Sort code must be 6 digits',
  sortCodeFormat: 'Enter sort code as 12-34-56',
  accountNumberDigits: 'Account number must be 8 digits',
  amountAboveZero: 'Amount must be greater than 0',
  specialCharacters: 'Please remove special characters such as < and >.',
  recipientNeeded: "Enter the payee's name.",
  amountNeeded: 'Enter an amount.',
} as const
