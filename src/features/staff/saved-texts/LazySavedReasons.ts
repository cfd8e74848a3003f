import { lazyPart } from '@/lib/lazyPart'

/** Only dialogs show it, so the staff area does not wait for it. */
export const SavedReasons = lazyPart(async () => (await import('./SavedReasons')).SavedReasons)
