import type postgres from 'postgres'
import { type Db, type Person, request } from './database'

export type SenderType = 'user' | 'assistant' | 'agent'

/** A chat opened by its customer, as the app does it. */
export async function openChat(sql: postgres.Sql, customer: Person): Promise<string> {
  return request(sql, customer, async (db) => {
    const [chat] = await db<
      { id: string }[]
    >`insert into public.chat_conversations (user_id) values (${customer.id}) returning id`
    if (!chat) throw new Error('the chat was not opened')
    return chat.id
  })
}

/** Inserts a message with the rights of whoever `db` speaks as. */
export async function say(
  db: Db,
  chat: string,
  sender: Person,
  text: string,
  type: SenderType = 'user',
): Promise<string> {
  const [message] = await db<{ id: string }[]>`
    insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
    values (${chat}, ${sender.id}, ${type}, ${text}) returning id`
  if (!message) throw new Error('the message was not sent')
  return message.id
}

/** The deeds that the audit has about these things, oldest first. */
export async function deedsAbout(db: Db, subjects: string[]) {
  return [
    ...(await db<{ action: string; actor_id: string }[]>`
      select action, actor_id from private.audit_log where subject_id in ${db(subjects)} order by id`),
  ]
}
