import { cardCopy } from './copy'

/** 'Pending' or 'Reversed'. Undefined for a payment that is charged. */
export const cardPaymentState = (status: string): string | undefined => cardCopy.statuses[status]
