import { lazyPart } from '@/lib/lazyPart'

/** Only dialogs show it, so no area waits for it. */
export const MessagePreview = lazyPart(async () => (await import('./MessagePreview')).MessagePreview)
