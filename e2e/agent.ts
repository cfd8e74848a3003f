import { createClient } from '@supabase/supabase-js'
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
