import { queryOptions, skipToken, useQuery, type QueryFunctionContext } from '@tanstack/react-query'
import { noteChangeMarks } from '@/lib/changeMarks'
import { useUserId } from '@/lib/session'
import { supabase } from '@/lib/supabase'
import { profileColumns } from './columns'

/** Whether the user has passkeys; 'off' when the bank has switched them off. */
type PasskeyState = 'off' | 'none' | 'some'

/** Whether this device is known; 'off' when devices are not checked. */
type DeviceState = 'off' | 'known' | 'unknown'

export type Profile = {
  id: string
  fullName: string | null
  approved: boolean
  notificationEmail: string | null
  /** How long a payment can be undone; 0 means not at all. */
  undoSeconds: number
  deviceState: DeviceState
  passkeyState: PasskeyState
  /** After how many idle minutes the app signs a member of staff out. Null: a customer. */
  staffIdleMinutes: number | null
  /** What the customer has asked for in 'How we can help you'. */
  supportNeeds: string[]
  isFrozen: boolean
  /** When the freeze ends; null while it does not. */
  unfreezesAt: string | null
  /** The events that the mailbox shows. Null: all. */
  mailboxEvents: string[] | null
  /** What the bank does not offer, by the names of its settings. */
  turnedOff: string[]
}

/** A postal address in the UK. */
export type PostalAddress = { line1: string; line2: string | null; town: string; postcode: string }

export const profileQueries = {
  all: ['profiles'] as const,
  /** The user's own profile; null when there is no row. Without a session, nothing is fetched. */
  own: (userId: string | null) =>
    queryOptions({
      queryKey: [...profileQueries.all, 'own', userId],
      queryFn: userId === null ? skipToken : (context) => readProfile(userId, context),
    }),
  /** The user's own postal address; null without one. */
  address: (userId: string) =>
    queryOptions({
      queryKey: [...profileQueries.all, 'address', userId],
      queryFn: async ({ signal }): Promise<PostalAddress | null> => {
        const { data } = await supabase
          .from('profiles')
          .select('address_line_1,address_line_2,town,postcode')
          .eq('id', userId)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError()
        if (!data?.address_line_1 || !data.town || !data.postcode) return null
        return { line1: data.address_line_1, line2: data.address_line_2, town: data.town, postcode: data.postcode }
      },
    }),
}

async function readProfile(
  userId: string,
  { client, queryKey, signal }: QueryFunctionContext,
): Promise<Profile | null> {
  const sentAt = performance.now()
  const { data } = await supabase
    .from('profiles')
    .select(profileColumns)
    .eq('id', userId)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  noteChangeMarks(userId, data?.change_marks, sentAt, () =>
    client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false }),
  )
  return (
    data && {
      id: userId,
      fullName: data.full_name,
      approved: data.approved,
      notificationEmail: data.notification_email,
      undoSeconds: data.undo_seconds,
      deviceState: toDeviceState(data.device_state),
      passkeyState: toPasskeyState(data.passkey_state),
      staffIdleMinutes: data.staff_idle_minutes ?? null,
      supportNeeds: data.support_needs ?? [],
      isFrozen: (data.frozen_at ?? null) !== null,
      unfreezesAt: data.unfreezes_at ?? null,
      mailboxEvents: data.mailbox_events,
      turnedOff: data.turned_off ?? [],
    }
  )
}

function toPasskeyState(text: string | null | undefined): PasskeyState {
  return text === 'none' || text === 'some' ? text : 'off'
}

function toDeviceState(text: string | null): DeviceState {
  return text === 'known' || text === 'unknown' ? text : 'off'
}

/** Whether the bank has turned this part off, by the name of its setting. False until the profile is read. */
export function useIsTurnedOff(part: string): boolean {
  return useQuery(profileQueries.own(useUserId())).data?.turnedOff.includes(part) ?? false
}
