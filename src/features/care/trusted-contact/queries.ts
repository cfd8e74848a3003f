import { queryOptions } from '@tanstack/react-query'
import { boolean, list, nullable, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'

const readContacts = object({
  is_on: boolean,
  mine: nullable(
    object({
      sort_code: text,
      account_number: text,
      name: nullable(text),
      can_answer: boolean,
      threshold: pounds,
      next_threshold: nullable(pounds),
      next_threshold_from: nullable(text),
      ends_at: nullable(text),
    }),
  ),
  requests: list(object({ owner_id: text, name: text })),
  people: list(object({ owner_id: text, name: text, ends_at: nullable(text) })),
  reviews: list(
    object({
      payment_id: text,
      owner_id: text,
      name: text,
      amount: pounds,
      payee: text,
      warnings: list(text),
      answer_by: text,
      is_to_me: boolean,
    }),
  ),
})

type TrustedContacts = NonNullable<ReturnType<typeof readContacts>>
export type MyContact = NonNullable<TrustedContacts['mine']>
export type ContactReview = TrustedContacts['reviews'][number]
export type ContactRequest = TrustedContacts['requests'][number]
export type TrustingPerson = TrustedContacts['people'][number]

const lookEvery = 60_000

export const trustedQueries = {
  all: ['trusted-contact'] as const,
  /** The user's trusted contact, and what others ask of the user. Amounts in pence. */
  own: (userId: string) =>
    queryOptions({
      queryKey: [...trustedQueries.all, userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('get_trusted_contacts').abortSignal(signal).throwOnError()
        return required(readContacts(data))
      },
      refetchInterval: lookEvery,
    }),
}
