import { createClient, REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { Database } from '../src/lib/database.types'
import type { Server } from './fixtures'
import type { People, Person } from './people'

// Node 20 has no WebSocket.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket

/** A colleague who answers chats, by the same calls that the agents' screen makes. */
export async function createAgent(server: Server, people: People, firstName: string) {
  const person = await people.customer(firstName)
  await people.makeAdmin(person, ['manage_chat'])
  const client = await signInAs(server, person)

  async function chatOf(customer: Person): Promise<string> {
    const { data } = await client
      .from('chat_conversations')
      .select('id')
      .eq('user_id', customer.id)
      .single()
      .throwOnError()
    return data.id
  }

  return {
    chatOf,
    /** Accepts the chat of this waiting customer. */
    async accept(customer: Person) {
      const { data } = await client
        .from('agent_requests')
        .select('id')
        .eq('user_id', customer.id)
        .eq('status', 'pending')
        .single()
        .throwOnError()
      await client.rpc('accept_agent_request', { p_request_id: data.id }).throwOnError()
    },
    /** Stores a message as the owner of the database, also in a chat that the agent has not accepted. Returns its id. */
    async write(customer: Person, message: string): Promise<string> {
      const chat = await chatOf(customer)
      // Words of an agent who does not have the chat are refused.
      await server.sql`update public.chat_conversations set assigned_admin_id = ${person.id} where id = ${chat}`
      const [row] = await server.sql<{ id: string }[]>`
        insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
        values (${chat}, ${person.id}, 'agent', ${message}) returning id`
      if (row === undefined) throw new Error('the message was not stored')
      return row.id
    },
    async edit(messageId: string, message: string) {
      await client.from('chat_messages').update({ message }).eq('id', messageId).select('id').single().throwOnError()
    },
    async remove(messageId: string) {
      await client.from('chat_messages').delete().eq('id', messageId).select('id').single().throwOnError()
    },
    async end(customer: Person) {
      await client.rpc('end_chat', { p_conversation_id: await chatOf(customer) }).throwOnError()
    },
    /** Joins the channel on which both sides tell that they type. */
    async joinTyping(customer: Person) {
      const heard: unknown[] = []
      const channel = client.channel(`typing:${await chatOf(customer)}`, {
        config: { private: true, broadcast: { self: false } },
      })
      channel.on('broadcast', { event: 'typing' }, ({ payload }: { payload: unknown }) => heard.push(payload))
      await joined(channel)
      return {
        heard,
        type: () => channel.send({ type: 'broadcast', event: 'typing', payload: { sender_type: 'agent' } }),
      }
    },
    async leave() {
      await client.removeAllChannels()
    },
  }

  async function joined(channel: RealtimeChannel) {
    await client.realtime.setAuth()
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
        if (status === REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR) reject(error ?? new Error('the channel was refused'))
      })
    })
  }
}

/** A new Supabase client, signed in as this person. */
export async function signInAs({ stack }: Server, { email, pin }: Person) {
  const client = createClient<Database>(stack.apiUrl, stack.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({ email, password: `${pin}0` })
  if (error) throw error
  return client
}
