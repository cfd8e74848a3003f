import { callRpc } from './callRpc.ts'
import type { Client } from './clients.ts'
import { composePush } from './pushMessage.ts'
import { postPush, pushSender, type PushSender } from './webPush.ts'

type DuePush = Awaited<ReturnType<typeof take>>[number]

const take = (database: Client, sender: PushSender) =>
  callRpc(database, 'take_due_pushes', { p_public_key: sender.publicKey })

/** Sends the push messages that are due, of all users, and returns how many. */
export async function sendPushes(database: Client): Promise<number> {
  const sender = pushSender()
  if (sender === null) {
    // So that the app does not offer what nobody sends.
    await callRpc(database, 'take_due_pushes', {})
    return 0
  }
  const due = await take(database, sender)
  const outcomes = await Promise.allSettled(due.map((push) => sendPush(database, sender, push)))
  // A message that failed stays taken for some minutes. A later call sends it.
  for (const outcome of outcomes) if (outcome.status === 'rejected') console.error(reasonOf(outcome.reason))
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'sent').length
}

async function sendPush(database: Client, sender: PushSender, push: DuePush): Promise<'sent' | 'gone'> {
  const { endpoint, p256dh, auth } = push
  const outcome = await postPush(sender, { endpoint, keys: { p256dh, auth }, ...composePush(push, sender.appUrl) })
  if (outcome === 'sent') await callRpc(database, 'mark_due_mail_sent', { p_about_id: push.push_event_id })
  else await callRpc(database, 'forget_push_subscription', { p_push_event_id: push.push_event_id })
  return outcome
}

/** Without the address of the browser, which a failed connection names. */
const reasonOf = (reason: unknown) =>
  reason instanceof Error && reason.message.startsWith('A push service')
    ? reason.message
    : `A push message was not sent (${reason instanceof Error ? reason.name : 'unknown'}).`
