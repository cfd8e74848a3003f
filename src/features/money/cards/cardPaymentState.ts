import { stateWord } from '@/features/money/transactions/shared'

const states: Readonly<Record<string, string | undefined>> = {
  approved: 'pending',
  reversed: 'failed',
  expired: 'failed',
}

/** 'Pending' or 'Not charged'. Null for a payment that is charged. */
export const cardPaymentState = (status: string): string | null => stateWord('card', states[status] ?? 'completed')
