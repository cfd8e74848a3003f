import { queryOptions, skipToken } from '@tanstack/react-query'
import { readLetter } from '@/features/care/cases/queries'
import { list, nullable, object, text, withDefault } from '@/lib/json'
import { confidential } from '@/lib/queryState'
import { required } from '@/lib/required'
import { numberFor } from '@/lib/search'
import { supabase } from '@/lib/supabase'
import type { Action } from './action'

const readWritten = object({
  messages: list(object({ title: text, message: text, names: list(withDefault(text, 'Customer')) })),
  lines: list(text),
  letters: list(readLetter),
})
export type Written = NonNullable<ReturnType<typeof readWritten>>

const readPreview = object({ now: readWritten, approved: nullable(readWritten) })

/** What an action would send. Null: it cannot be sent yet. No key has its texts. */
export const previewQuery = (action: Action | null) =>
  queryOptions({
    queryKey: ['messagePreview', action === null ? null : numberFor(action)],
    queryFn:
      action === null
        ? skipToken
        : async ({ signal }) => {
            const call = { p_action: action.name, p_arguments: action.args }
            const { data } = await supabase.rpc('preview_messages', call).abortSignal(signal).throwOnError()
            return required(readPreview(data))
          },
    ...confidential,
  })
