import { lazyPart } from '@/lib/lazyPart'

/** Downloaded with the details of a payment that was received. */
export const ReceivedMessage = lazyPart(async () => (await import('./ReceivedMessage')).ReceivedMessage)
