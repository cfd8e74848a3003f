import { lazyPart } from '@/lib/lazyPart'

export const EditUserDialog = lazyPart(async () => (await import('./EditUserDialog')).EditUserDialog)

export const EditSavingsDialog = lazyPart(async () => (await import('./EditSavingsDialog')).EditSavingsDialog)

export const RejectDialog = lazyPart(async () => (await import('./RejectDialog')).RejectDialog)

export const RevokeDialog = lazyPart(async () => (await import('./RevokeDialog')).RevokeDialog)
