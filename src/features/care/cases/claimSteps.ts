import type { ClaimDraft, ClaimKind } from './queries'

export type ClaimStep = 'kind' | 'reached' | 'who' | 'said' | 'review'

/** The questions about a payment, in order. A card purchase has no sender to be tricked by. */
export function stepsOf({ kind, is_card: isCard }: Pick<ClaimDraft, 'kind' | 'is_card'>): ClaimStep[] {
  const after: ClaimStep[] = kind === 'scam' ? ['reached', 'who', 'said', 'review'] : ['reached', 'said', 'review']
  return isCard ? after : ['kind', ...after]
}

/** The first question without an answer; the first of all if the customer now says something else than what is saved. */
export function firstOpenStep(draft: ClaimDraft, chosen: ClaimKind | null): ClaimStep {
  if (chosen !== null && chosen !== draft.kind) return 'kind'
  const answers = { kind: draft.kind, reached: draft.reached, who: draft.who, said: draft.said, review: null }
  return stepsOf(draft).find((step) => !answers[step]) ?? 'review'
}
