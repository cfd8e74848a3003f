import { queryOptions } from '@tanstack/react-query'
import { list, nullable, object, text } from '@/lib/json'
import { supabase } from '@/lib/supabase'

/** What a customer has asked for. */
export type SupportNeed = {
  need: string
  ownWords: string | null
  /** When it ends. Null: it does not. */
  endsAt: string | null
  /** The customer is asked whether it still holds. */
  isAsked: boolean
}

/** What staff do for a customer, and the customer's own words. */
export type SupportEffects = { effects: string[]; ownWords: string | null }

export const needQueries = {
  all: ['support needs'] as const,
  own: (userId: string) =>
    queryOptions({
      queryKey: [...needQueries.all, 'own', userId],
      queryFn: ({ signal }) => readOwn(signal),
    }),
  /** Audited once an hour for each customer with something to read. Dropped when the customer is left. */
  effects: (userId: string) =>
    queryOptions({
      queryKey: [...needQueries.all, 'effects', userId],
      queryFn: ({ signal }) => readEffects(userId, signal),
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
}

async function readOwn(signal: AbortSignal): Promise<SupportNeed[]> {
  const { data } = await supabase.rpc('list_my_support_needs').abortSignal(signal).throwOnError()
  return data.map(({ need, own_words, ends_at, is_asked }) => ({
    need,
    ownWords: nullable(text)(own_words) ?? null,
    endsAt: nullable(text)(ends_at) ?? null,
    isAsked: is_asked,
  }))
}

const readAnswer = object({ effects: list(text), own_words: nullable(text) })

async function readEffects(userId: string, signal: AbortSignal): Promise<SupportEffects> {
  const customer = { p_user_id: userId }
  const { data: hasEffects } = await supabase.rpc('record_support_view', customer).abortSignal(signal).throwOnError()
  if (!hasEffects) return { effects: [], ownWords: null }
  const { data } = await supabase.rpc('get_support_effects', customer).abortSignal(signal).throwOnError()
  const answer = readAnswer(data)
  if (answer === undefined) throw new Error('unexpected support effects')
  return { effects: answer.effects, ownWords: answer.own_words }
}
