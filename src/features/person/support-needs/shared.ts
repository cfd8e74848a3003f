import { lazyPart } from '@/lib/lazyPart'

export { DebtAdvice } from './DebtAdvice'

/** Downloaded late: few customers have asked for help. */
export const SupportEffects = lazyPart(async () => (await import('./SupportEffects')).SupportEffects)
