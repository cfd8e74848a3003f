import { useRef, useState } from 'react'
import { notificationQueries } from '@/features/contact/notifications/queries'
import { pinQueries } from '@/features/person/pins/queries'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy, ranWithoutApproval, requestApproval } from '@/features/staff/approvals/shared'
import { staffCaseKey } from '@/features/staff/case-summaries/queries'
import { sendDueMails } from '@/lib/dueMails'
import { messageOf } from '@/lib/errors'
import { invokeFunction, longestLimit } from '@/lib/functions'
import { list, nullable, number, object, text, withDefault } from '@/lib/json'
import { penceToPounds } from '@/lib/money'
import { required } from '@/lib/required'
import { useUserId } from '@/lib/session'
import { draftStore } from '@/lib/storage'
import { callRpc } from '@/lib/supabase'
import { toast, type ToastWords } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { userCopy } from './copy'
import { userQueries } from './queries'
import { nothingSent, sendAllPins, type PinsSent } from './sendAllPins'
import { syncPasswords, type PasswordsSynced } from './syncPasswords'
import type { UserChange } from './userForm'

const stale = [userQueries.all, pinQueries.all]

export type NewAddress = { email: string; reason: string }
type Suspension = { cause: string; message: string; nextUpdate: string }

/** What each action sends. The preview of its message sends the same. */
export const userArguments = {
  approval: (userIds: string[]) => ({ p_user_ids: userIds }),
  rejection: (userIds: string[], reason: string) => ({ p_user_ids: userIds, p_reason: reason }),
  card: (userId: string, id: string, reason: string) => ({ p_user_id: userId, p_card_id: id, p_reason: reason }),
  device: (userId: string, id: string, reason: string) => ({ p_user_id: userId, p_device_id: id, p_reason: reason }),
  passkey: (userId: string, id: string, reason: string) => ({ p_user_id: userId, p_passkey_id: id, p_reason: reason }),
  address: (userId: string, { email, reason }: NewAddress) => ({
    p_user_id: userId,
    p_email: email,
    p_reason: reason,
  }),
  suspension: (userId: string, { cause, message, nextUpdate }: Suspension) => ({
    p_user_id: userId,
    p_cause: cause,
    p_message: message,
    p_next_update: nextUpdate,
  }),
}

export const useApproveUser = () =>
  useChange((userId: string) => callRpc('approve_users', userArguments.approval([userId])), {
    stale,
    success: userCopy.approved,
  })

/** All of them or none. The dialog shows a failure. */
export const useApproveUsers = () =>
  useChange((userIds: string[]) => callRpc('approve_users', userArguments.approval(userIds)), {
    stale,
    success: (_nothing, { length }) => userCopy.manyApproved(length),
    failure: false,
  })

/** Each of them gets the reason by email. */
export const useRejectUsers = () =>
  useChange(
    ({ userIds, reason }: { userIds: string[]; reason: string }) =>
      callRpc('reject_users', userArguments.rejection(userIds, reason)),
    {
      stale,
      success: (_nothing, { userIds }) => userCopy.rejected(userIds.length),
      failure: false,
      succeeded: () => void sendDueMails(),
    },
  )

/** Signs the user out everywhere. */
export const useEndUserSessions = () =>
  useChange((userId: string) => callRpc('end_user_sessions', { p_user_id: userId }), {
    stale,
    success: (count) => userCopy.sessionsEnded(count),
  })

/** What protects an account. The database asks a second administrator about a passkey. */
type Protection = { kind: 'card' | 'device' | 'passkey'; id: string }

/** The dialog shows a failure. */
export const useProtectUser = (userId: string, done: ToastWords) =>
  useChange(
    ({ reason, kind, id }: Protection & { reason: string }) => {
      if (kind === 'card') return callRpc('freeze_user_card', userArguments.card(userId, id, reason))
      if (kind === 'device') return callRpc('remove_user_device', userArguments.device(userId, id, reason))
      return callRpc('request_passkey_removal', userArguments.passkey(userId, id, reason))
    },
    { stale: [userQueries.all, approvalQueries.all], success: done, failure: false },
  )

/** Asks a second administrator to change the sign-in address. The dialog shows a failure. */
export const useRequestAddress = (userId: string) =>
  useChange((address: NewAddress) => callRpc('request_new_address', userArguments.address(userId, address)), {
    stale: [approvalQueries.all],
    success: askingCopy.asked,
    failure: false,
  })

type Suspending = { userId: string; suspended: boolean }

export const useSuspendUser = () =>
  useChange(
    // The generated types of function results do not include null.
    ({ userId, suspended }: Suspending): Promise<boolean | null> =>
      callRpc(suspended ? 'suspend_user' : 'restore_user', { p_user_id: userId }),
    {
      stale: [...stale, staffCaseKey],
      success: (isDone, { suspended }) =>
        suspended ? userCopy.suspended : isDone === null ? userCopy.asksNewPin : userCopy.restored,
    },
  )

/** The dialog shows a failure. */
export const useSuspendCustomer = (userId: string) =>
  useChange((suspension: Suspension) => callRpc('suspend_user', userArguments.suspension(userId, suspension)), {
    stale: [...stale, staffCaseKey],
    success: userCopy.customerSuspended,
    failure: false,
  })

export type Payout = { recipient: string; sortCode: string; accountNumber: string; reason: string }

/** Checks the payee, and asks a second administrator to pay out the money of a closed account. */
export const useRequestPayout = (userId: string) =>
  useChange(
    async ({ reason, recipient: name, sortCode, accountNumber }: Payout) => {
      const details = { p_name: name, p_sort_code: sortCode, p_account_number: accountNumber }
      const checkId = crypto.randomUUID()
      const canAskBank = await callRpc('check_payee', { p_check_id: checkId, ...details })
      if (canAskBank) await invokeFunction('check-payee', { checkId, name, sortCode, accountNumber, accountType: null })
      await callRpc('request_payout', { p_user_id: userId, p_reason: reason, p_check_id: checkId, ...details })
    },
    { stale: [approvalQueries.all], success: askingCopy.asked, failure: false },
  )

/** The balances in pence. `accountId`: of a savings account. Without it: the current account. */
type UserUpdate = { userId: string; change: UserChange; seenBalance: number; accountId?: string }

/** Returns false where the new balance needs a second administrator: then nothing of the change is stored. */
export const useUpdateUser = () =>
  useChange((update: UserUpdate) => ranWithoutApproval(updateUser(update)), {
    stale,
    atField: 'nothing',
    succeeded: (isUpdated) => isUpdated && toast.success(userCopy.updated),
  })

/** Stores the change without its balance, and asks a second administrator for the balance. */
export const useRequestBalance = () =>
  useChange(
    async ({ update: { userId, change, seenBalance, accountId }, reason }: { update: UserUpdate; reason: string }) => {
      const { balance = seenBalance, ...others } = change
      if (Object.keys(others).length > 0) await updateUser({ userId, change: others, seenBalance })
      await requestApproval({ kind: 'balance', userId, balance, seenBalance, accountId }, reason)
    },
    { stale: [...stale, approvalQueries.all], success: askingCopy.asked, failure: false },
  )

const updateUser = ({ userId, change, seenBalance, accountId }: UserUpdate) =>
  callRpc('update_user', {
    p_user_id: userId,
    p_full_name: change.fullName,
    p_notification_email: change.notificationEmail,
    p_pin: change.pin,
    ...(change.balance !== undefined && {
      p_balance: penceToPounds(change.balance),
      p_seen_balance: penceToPounds(seenBalance),
      p_account_id: accountId,
    }),
  })

/** Sets an unused random PIN at once and returns it. */
export const useGiveRandomPin = () =>
  useChange((userId: string) => callRpc('give_random_pin', { p_user_id: userId }), {
    stale,
    success: userCopy.randomPinSet,
  })

export const supportTurn = (userId: string) => `financial support of ${userId}`

export const useSetFinancialSupport = (userId: string) =>
  useChange((granted: boolean) => callRpc('set_financial_support', { p_user_id: userId, p_granted: granted }), {
    inTurn: supportTurn(userId),
    stale,
    success: (_nothing, granted) => (granted ? userCopy.supportGranted : userCopy.supportRevoked),
  })

/** The specification wants a failure only logged. The dialog shows it, and the row stays. */
export const useDeleteUser = () =>
  useChange((userId: string) => invokeFunction('delete-user', { userId }), {
    stale,
    success: userCopy.deleted,
    failure: false,
  })

export function deleteFailureWords(error: Error): ToastWords {
  return { title: userCopy.notDeleted, text: messageOf(error) }
}

/** The most that clear_all_notifications deletes in one call. */
const clearedAtOnce = 50_000

export const useClearNotifications = () =>
  useChange(
    async () => {
      let cleared: number
      do {
        cleared = await callRpc('clear_all_notifications')
      } while (cleared >= clearedAtOnce)
    },
    { stale: [notificationQueries.all], success: userCopy.cleared },
  )

/**
 * Sends all PINs in steps. A run that failed or was stopped goes on where it ended. What was sent is kept over a reload of
 * the page, without names.
 */
export function useSendAllPins() {
  const draft = `pins:${useUserId()}`
  const [sent, setSent] = useState(() => readSent(draftStore.read(draft)) ?? nothingSent)
  const isStopped = useRef(false)
  const handleProgress = (now: PinsSent) => {
    setSent(now)
    draftStore.write(draft, now.after === null ? null : { ...now, failedNames: [] })
  }
  const sending = useChange(
    () => {
      isStopped.current = false
      return sendAllPins(sent, { send: sendPinsAfter, isStopped: () => isStopped.current, onProgress: handleProgress })
    },
    {
      stale: [notificationQueries.all],
      succeeded: (now) => {
        if (now.after !== null) return toast.info(userCopy.pinsStopped(now))
        setSent(nothingSent)
        toast.success(userCopy.pinsSent(now))
      },
    },
  )
  return { ...sending, sent, stop: () => (isStopped.current = true) }
}

async function sendPinsAfter(after: string | null): Promise<PinsSent> {
  const { sentUntil, ...counts } = required(
    readStep(await invokeFunction('send-all-user-pins', { after }, longestLimit)),
  )
  return { ...counts, after: sentUntil }
}

export function useSyncPasswords() {
  const [synced, setSynced] = useState<PasswordsSynced | null>(null)
  const isStopped = useRef(false)
  const syncing = useChange(
    () => {
      isStopped.current = false
      setSynced(null)
      return syncPasswords({ sync: syncNextPasswords, isStopped: () => isStopped.current, onProgress: setSynced })
    },
    {
      succeeded: ({ message, remaining }) =>
        remaining > 0 ? toast.info(userCopy.syncStopped(message)) : toast.success(userCopy.synced(message)),
    },
  )
  return { ...syncing, synced, stop: () => (isStopped.current = true) }
}

async function syncNextPasswords(changedBefore: number): Promise<PasswordsSynced> {
  return required(readSynced(await invokeFunction('sync-user-pins', { changedBefore }, longestLimit)))
}

const readStep = object({
  successful: number,
  failed: number,
  failedNames: list(text),
  sentUntil: withDefault(nullable(text), null),
})
const readSent = object({ successful: number, failed: number, failedNames: list(text), after: nullable(text) })
const readSynced = object({ changed: number, remaining: number, message: text })

/** Audits the look with a reason of `lookReasonCopy`, after the server has refused it without one. */
export const recordUserView = (id: string, reason: string) =>
  callRpc('record_user_view', { p_user_id: id, p_reason: reason })
