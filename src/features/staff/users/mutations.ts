import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy, ranWithoutApproval, requestApproval } from '@/features/staff/approvals/shared'
import { notificationQueries } from '@/features/contact/notifications/queries'
import { pinQueries } from '@/features/person/pins/queries'
import { messageOf } from '@/lib/errors'
import { sendDueMails } from '@/lib/dueMails'
import { invokeFunction, longestLimit } from '@/lib/functions'
import { list, nullable, number, object, text, withDefault } from '@/lib/json'
import { penceToPounds } from '@/lib/money'
import { required } from '@/lib/required'
import { useUserId } from '@/lib/session'
import { draftStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { toast, type ToastWords } from '@/lib/toast'
import { userCopy } from './copy'
import { userQueries } from './queries'
import { nothingSent, sendAllPins, type PinsSent } from './sendAllPins'
import { syncPasswords, type PasswordsSynced } from './syncPasswords'
import type { UserChange } from './userForm'

// The lists are also refetched after a failure: without an answer, the change may have been made.

export function useApproveUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) => supabase.rpc('approve_users', { p_user_ids: [userId] }).throwOnError(),
    onSettled: () => readUsersAgain(client),
    meta: { success: userCopy.approved },
  })
}

/** All of them or none. */
export function useApproveUsers() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userIds: string[]) => supabase.rpc('approve_users', { p_user_ids: userIds }).throwOnError(),
    onSuccess: (_nothing, { length }) => toast.success(userCopy.manyApproved(length)),
    onSettled: () => readUsersAgain(client),
  })
}

/** Each of them gets the reason by email. */
export function useRejectUsers() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ userIds, reason }: { userIds: string[]; reason: string }) =>
      supabase.rpc('reject_users', { p_user_ids: userIds, p_reason: reason }).throwOnError(),
    onSuccess: (_nothing, { userIds }) => {
      void sendDueMails()
      toast.success(userCopy.rejected(userIds.length))
    },
    onSettled: () => readUsersAgain(client),
    meta: { failure: false },
  })
}

/** Signs the user out everywhere. */
export function useEndUserSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) =>
      (await supabase.rpc('end_user_sessions', { p_user_id: userId }).throwOnError()).data,
    onSuccess: (count) => toast.success(userCopy.sessionsEnded(count)),
    onSettled: () => readUsersAgain(client),
  })
}

/** What protects an account. The database asks a second administrator about a passkey. */
type Protection = { kind: 'card' | 'device' | 'passkey'; id: string }

/** The dialog shows a failure. */
export function useProtectUser(userId: string, done: ToastWords) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ reason, ...what }: Protection & { reason: string }) => {
      const given = { p_user_id: userId, p_reason: reason }
      await (
        what.kind === 'card'
          ? supabase.rpc('freeze_user_card', { ...given, p_card_id: what.id })
          : what.kind === 'device'
            ? supabase.rpc('remove_user_device', { ...given, p_device_id: what.id })
            : supabase.rpc('request_passkey_removal', { ...given, p_passkey_id: what.id })
      ).throwOnError()
    },
    onSettled: () =>
      Promise.all([userQueries.all, approvalQueries.all].map((queryKey) => client.invalidateQueries({ queryKey }))),
    meta: { success: done, failure: false },
  })
}

type Suspending = { userId: string; suspended: boolean }

export function useSuspendUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ userId, suspended }: Suspending): Promise<boolean | null> => {
      const { data } = await supabase
        .rpc(suspended ? 'suspend_user' : 'restore_user', { p_user_id: userId })
        .throwOnError()
      // The generated types of function results do not include null.
      return data
    },
    onSuccess: (isDone, { suspended }) =>
      toast.success(suspended ? userCopy.suspended : isDone === null ? userCopy.asksNewPin : userCopy.restored),
    onSettled: () => readUsersAgain(client),
  })
}

/** The dialog shows a failure. */
export function useSuspendCustomer(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ cause, message, nextUpdate }: { cause: string; message: string; nextUpdate: string }) =>
      supabase
        .rpc('suspend_user', { p_user_id: userId, p_cause: cause, p_message: message, p_next_update: nextUpdate })
        .throwOnError(),
    onSettled: () => readUsersAgain(client),
    meta: { success: userCopy.customerSuspended, failure: false },
  })
}

export type Payout = { recipient: string; sortCode: string; accountNumber: string; reason: string }

/** Checks the payee, and asks a second administrator to pay out the money of a closed account. */
export function useRequestPayout(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ reason, recipient: name, sortCode, accountNumber }: Payout) => {
      const details = { p_name: name, p_sort_code: sortCode, p_account_number: accountNumber }
      const checkId = crypto.randomUUID()
      const { data: canAskBank } = await supabase.rpc('check_payee', { p_check_id: checkId, ...details }).throwOnError()
      if (canAskBank) await invokeFunction('check-payee', { checkId, name, sortCode, accountNumber, accountType: null })
      await supabase
        .rpc('request_payout', { p_user_id: userId, p_reason: reason, p_check_id: checkId, ...details })
        .throwOnError()
    },
    onSettled: () => client.invalidateQueries({ queryKey: approvalQueries.all }),
    meta: { success: askingCopy.asked, failure: false },
  })
}

/** The balances in pence. */
type UserUpdate = { userId: string; change: UserChange; seenBalance: number }

/** Returns false where the new balance needs a second administrator: then nothing of the change is stored. */
export function useUpdateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (update: UserUpdate) => ranWithoutApproval(updateUser(update)),
    onSuccess: (isUpdated) => isUpdated && toast.success(userCopy.updated),
    onSettled: () => readUsersAgain(client),
    meta: { atField: 'nothing' },
  })
}

/** Stores the change without its balance, and asks a second administrator for the balance. */
export function useRequestBalance() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ update: { userId, change, seenBalance }, reason }: { update: UserUpdate; reason: string }) => {
      const { balance = seenBalance, ...others } = change
      if (Object.keys(others).length > 0) await updateUser({ userId, change: others, seenBalance })
      await requestApproval({ kind: 'balance', userId, balance, seenBalance }, reason)
    },
    onSettled: () => Promise.all([readUsersAgain(client), client.invalidateQueries({ queryKey: approvalQueries.all })]),
    meta: { success: askingCopy.asked, failure: false },
  })
}

async function updateUser({ userId, change, seenBalance }: UserUpdate) {
  await supabase
    .rpc('update_user', {
      p_user_id: userId,
      ...(change.fullName !== undefined && { p_full_name: change.fullName }),
      ...(change.notificationEmail !== undefined && { p_notification_email: change.notificationEmail }),
      ...(change.pin !== undefined && { p_pin: change.pin }),
      ...(change.balance !== undefined && {
        p_balance: penceToPounds(change.balance),
        p_seen_balance: penceToPounds(seenBalance),
      }),
    })
    .throwOnError()
}

/** Sets an unused random PIN at once and returns it. */
export function useGiveRandomPin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (userId: string) =>
      (await supabase.rpc('give_random_pin', { p_user_id: userId }).throwOnError()).data,
    onSettled: () => readUsersAgain(client),
    meta: { success: userCopy.randomPinSet },
  })
}

export function useSetFinancialSupport(userId: string) {
  const client = useQueryClient()
  return useMutation({
    // A change that is made before the one before has ended is sent after it.
    scope: { id: `financial support of ${userId}` },
    mutationFn: async (granted: boolean) =>
      supabase.rpc('set_financial_support', { p_user_id: userId, p_granted: granted }).throwOnError(),
    onSuccess: (_nothing, granted) => toast.success(granted ? userCopy.supportGranted : userCopy.supportRevoked),
    onSettled: () => readUsersAgain(client),
  })
}

/** The specification wants a failure only logged. The dialog shows it, and the row stays. */
export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) => invokeFunction('delete-user', { userId }),
    onSettled: () => readUsersAgain(client),
    meta: { success: userCopy.deleted, failure: false },
  })
}

export function deleteFailureWords(error: Error): ToastWords {
  return { title: userCopy.notDeleted, text: messageOf(error) }
}

/** The most that clear_all_notifications deletes in one call. */
const clearedAtOnce = 50_000

export function useClearNotifications() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      let cleared: number
      do {
        cleared = (await supabase.rpc('clear_all_notifications').throwOnError()).data
      } while (cleared >= clearedAtOnce)
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationQueries.all }),
    meta: { success: userCopy.cleared },
  })
}

/**
 * Sends all PINs in steps. A run that failed or was stopped goes on where it ended. What was sent is kept over a reload of
 * the page, without names.
 */
export function useSendAllPins() {
  const client = useQueryClient()
  const draft = `pins:${useUserId()}`
  const [sent, setSent] = useState(() => readSent(draftStore.read(draft)) ?? nothingSent)
  const isStopped = useRef(false)
  const handleProgress = (now: PinsSent) => {
    setSent(now)
    draftStore.write(draft, now.after === null ? null : { ...now, failedNames: [] })
  }
  const sending = useMutation({
    mutationFn: async () => {
      isStopped.current = false
      return sendAllPins(sent, { send: sendPinsAfter, isStopped: () => isStopped.current, onProgress: handleProgress })
    },
    onSuccess: (now) => {
      if (now.after !== null) return toast.info(userCopy.pinsStopped(now))
      setSent(nothingSent)
      toast.success(userCopy.pinsSent(now))
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationQueries.all }),
  })
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
  const syncing = useMutation({
    mutationFn: async () => {
      isStopped.current = false
      setSynced(null)
      return syncPasswords({ sync: syncNextPasswords, isStopped: () => isStopped.current, onProgress: setSynced })
    },
    onSuccess: ({ message, remaining }) =>
      remaining > 0 ? toast.info(userCopy.syncStopped(message)) : toast.success(userCopy.synced(message)),
  })
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

function readUsersAgain(client: QueryClient) {
  return Promise.all([userQueries.all, pinQueries.all].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Audits the look with a reason of `lookReasonCopy`, after the server has refused it without one. */
export async function recordUserView(id: string, reason: string) {
  await supabase.rpc('record_user_view', { p_user_id: id, p_reason: reason }).throwOnError()
}
