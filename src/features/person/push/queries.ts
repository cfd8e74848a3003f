import { queryOptions } from '@tanstack/react-query'
import { poundsToPence } from '@/lib/money'
import { deviceStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'

export type Way = 'push' | 'mail' | 'mailbox'

export type Choices = Record<Way, string[]> & {
  /** The bank's key for push messages. Null: it sends none. */
  pushKey: string | null
  showsAmounts: boolean
  /** In pence; null: never. */
  lowBalance: number | null
}

/** A browser that gets push messages. */
export type PushDevice = { id: string; name: string; since: string; isCurrent: boolean }

export const pushQueries = {
  all: ['push'] as const,
  choices: (userId: string) =>
    queryOptions({
      queryKey: [...pushQueries.all, 'choices', userId],
      queryFn: ({ signal }) => readChoices(signal),
    }),
  devices: (userId: string) =>
    queryOptions({
      queryKey: [...pushQueries.all, 'devices', userId],
      queryFn: ({ signal }) => readDevices(signal),
    }),
}

export async function readChoices(signal?: AbortSignal): Promise<Choices> {
  const request = supabase.rpc('get_notification_choices')
  const { data } = await (signal === undefined ? request : request.abortSignal(signal)).single().throwOnError()
  // The generated types of function results do not include null.
  const key: string | null = data.push_key
  const low: number | null = data.low_balance
  return {
    pushKey: key,
    push: data.push,
    mail: data.mail,
    mailbox: data.mailbox,
    showsAmounts: data.shows_amounts,
    lowBalance: low === null ? null : poundsToPence(low),
  }
}

async function readDevices(signal: AbortSignal): Promise<PushDevice[]> {
  const { data } = await supabase
    .rpc('list_push_devices', { p_device_token: deviceStore.token() })
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ id, name, created_at, is_current }) => ({ id, name, since: created_at, isCurrent: is_current }))
}
