import { profileQueries } from '@/features/person/profile/queries'
import { WordedError } from '@/lib/errors'
import { penceToPounds } from '@/lib/money'
import { deviceStore, pushStore } from '@/lib/storage'
import { callRpc } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { pushSupport, pushWords, subscribeBrowser, unsubscribeBrowser } from './browserPush'
import { pushCopy } from './copy'
import { pushQueries, readChoices, type Choices, type Way } from './queries'

/** Subscribes this browser for the signed-in user, and for no earlier one. */
async function registerBrowser(pushKey: string) {
  const subscription = await subscribeBrowser(pushKey)
  await callRpc('save_push_subscription', {
    p_device_token: deviceStore.token(),
    p_subscription: { endpoint: subscription.endpoint ?? '', keys: { ...subscription.keys } },
    p_server_key: pushKey,
  })
  pushStore.write(true)
}

const stopPush = () => callRpc('stop_push', { p_device_token: deviceStore.token() })

/** After each sign-in on a browser that is subscribed: its messages are this user's now. */
export async function keepPush() {
  if (pushSupport() !== 'ready' || Notification.permission !== 'granted') {
    pushStore.write(false)
    return stopPush()
  }
  const { pushKey } = await readChoices()
  if (pushKey !== null) await registerBrowser(pushKey)
}

/** Switches push messages to this browser on or off. */
export const useSwitchPush = (userId: string) =>
  useChange(
    async (isOn: boolean, client) => {
      if (!isOn) {
        await stopPush()
        await unsubscribeBrowser()
        return
      }
      const { pushKey } = await client.ensureQueryData(pushQueries.choices(userId))
      if (pushKey === null) throw new WordedError(pushWords.failed)
      await registerBrowser(pushKey)
    },
    { stale: [pushQueries.all], failure: false },
  )

/** The turn of what the user is told about. */
export const choicesTurn = 'notification choices'

export type ChoiceChange =
  | { way: Way; event: string; isOn: boolean }
  | Partial<Pick<Choices, 'showsAmounts' | 'lowBalance'>>

export function withChange(choices: Choices, change: ChoiceChange): Choices {
  if (!('way' in change)) return { ...choices, ...change }
  const others = choices[change.way].filter((event) => event !== change.event)
  return { ...choices, [change.way]: change.isOn ? [...others, change.event] : others }
}

/** Changes what the user is told about. Shown at once, and as it was if the server refuses. `failure: false`: the caller shows the error. */
export const useChoose = (words: { failure?: false } = {}) =>
  useChange(
    async (change: ChoiceChange) => {
      // All choices are stored together. What the screen shows may be older than what another device has stored.
      const { push, mail, mailbox, showsAmounts, lowBalance } = withChange(await readChoices(), change)
      await callRpc('choose_notifications', {
        p_push: push,
        p_mail: mail,
        p_mailbox: mailbox,
        p_shows_amounts: showsAmounts,
        p_low_balance: lowBalance === null ? undefined : penceToPounds(lowBalance),
      })
    },
    {
      inTurn: choicesTurn,
      // The profile says what the mailbox shows.
      stale: [pushQueries.all, profileQueries.all],
      failure: pushCopy.choices.failed,
      ...words,
    },
  )

/** Stops push messages to one of the user's browsers. */
export const useRemovePushDevice = () =>
  useChange(
    async ({ id, isCurrent }: { id: string; isCurrent: boolean }) => {
      await callRpc('remove_push_device', { p_id: id })
      if (isCurrent) await unsubscribeBrowser()
    },
    { stale: [pushQueries.all], success: pushCopy.devices.removed, failure: false },
  )
