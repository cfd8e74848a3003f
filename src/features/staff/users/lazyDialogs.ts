import { lazyPart } from '@/lib/lazyPart'

export const RevokeDialog = lazyPart(async () => (await import('./RevokeDialog')).RevokeDialog)
