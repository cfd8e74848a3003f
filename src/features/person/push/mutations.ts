import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQueries } from '@/features/person/profile/queries'
import { WordedError } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { deviceStore, pushStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { pushSupport, pushWords, subscribeBrowser, unsubscribeBrowser } from './browserPush'
import { pushCopy } from './copy'
import { pushQueries, readChoices, type Choices } from './queries'

/** Subscribes this browser for the signed-in user, and for no earlier one. */
async function registerBrowser(pushKey: string) {
  const subscription = await subscribeBrowser(pushKey)
  await supabase
    .rpc('save_push_subscription', {
      p_device_token: deviceStore.token(),
      p_subscription: { endpoint: subscription.endpoint ?? '', keys: { ...subscription.keys } },
      p_server_key: pushKey,
    })
    .throwOnError()
  pushStore.write(true)
}

/** After each sign-in on a browser that is subscribed: its messages are this user's now. */
export async function keepPush() {
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted') {
    pushStore.write(false)
    await supabase.rpc('stop_push', { p_device_token: deviceStore.token() }).throwOnError()
    return
  }
  const { pushKey } = await readChoices()
  if (pushKey !== null) await registerBrowser(pushKey)
}

/** Switches push messages to this browser on or off. */
export function useSwitchPush(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (isOn: boolean) => {
      if (!isOn) {
        await supabase.rpc('stop_push', { p_device_token: deviceStore.token() }).throwOnError()
        await unsubscribeBrowser()
        return
      }
      const { pushKey } = await client.ensureQueryData(pushQueries.choices(userId))
      if (pushKey === null) throw new WordedError(pushWords.failed)
      await registerBrowser(pushKey)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: pushQueries.all }),
    meta: { failure: false },
  })
}

/** Changes what the user is told about. Shown at once, and as it was if the server refuses. `failure: false`: the caller shows the error. */
export function useChoose(userId: string, meta: { failure?: false } = {}) {
  const client = useQueryClient()
  const { queryKey } = pushQueries.choices(userId)
  return useMutation({
    // One after the other, so that the last one is what is stored.
    scope: { id: 'notification choices' },
    mutationFn: async () => {
      const choices = client.getQueryData(queryKey)
      if (choices !== undefined) await saveChoices(choices)
    },
    onMutate: (change: Partial<Choices>) => {
      const before = client.getQueryData(queryKey)
      if (before !== undefined) client.setQueryData(queryKey, { ...before, ...change })
      return { before }
    },
    onError: (_error, _change, context) => client.setQueryData(queryKey, context?.before),
    // The profile says what the mailbox shows.
    onSuccess: () => client.invalidateQueries({ queryKey: profileQueries.all }),
    meta: { failure: pushCopy.choices.failed, ...meta },
  })
}

async function saveChoices({ push, mail, mailbox, showsAmounts, lowBalance }: Choices) {
  await supabase
    .rpc('choose_notifications', {
      p_push: push,
      p_mail: mail,
      p_mailbox: mailbox,
      p_shows_amounts: showsAmounts,
      ...(lowBalance !== null && { p_low_balance: penceToPounds(lowBalance) }),
    })
    .throwOnError()
}

/** Stops push messages to one of the user's browsers. */
export function useRemovePushDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isCurrent }: { id: string; isCurrent: boolean }) => {
      await supabase.rpc('remove_push_device', { p_id: id }).throwOnError()
      if (isCurrent) await unsubscribeBrowser()
    },
    onSuccess: () => client.invalidateQueries({ queryKey: pushQueries.all }),
    meta: { success: pushCopy.devices.removed, failure: false },
  })
}
