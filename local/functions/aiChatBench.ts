import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { newCustomer, pay, type Customer } from '../contract/customers'
import { startTemporaryStack } from '../template'
import { createFunctions } from './createFunctions'
import { startFakeModel } from './fakeModel'
import { readFunctionConfig } from './functionConfig'

type Functions = Awaited<ReturnType<typeof createFunctions>>
export type Bench = Awaited<ReturnType<typeof createBench>>

export const apiKey = 'sk-secret-of-the-test'

const openedSchema = z.object({ id: z.string() })

async function openChat(customer: Customer): Promise<string> {
  const opening = customer.supabase.from('chat_conversations').insert({ user_id: customer.id }).select('id').single()
  return openedSchema.parse((await opening.throwOnError()).data).id
}

/** A bank with two customers, one payment between them, and a model that does what the test says. */
export async function createBench() {
  // Node 20 has none of its own; the client asks for one even when it is not used.
  vi.stubGlobal('WebSocket', WebSocket)
  const stack = await startTemporaryStack()
  const database = postgres(stack.databaseUrl, { max: 2, onnotice: () => {} })
  const model = await startFakeModel()
  const logged: string[] = []

  const functionsWith = (env: Record<string, string>): Promise<Functions> =>
    createFunctions({
      root: fileURLToPath(new URL('../..', import.meta.url)),
      config: readFunctionConfig({ 'ai-chat': { verify_jwt: false } }),
      apiUrl: stack.apiUrl,
      keys: stack.keys,
      databaseUrl: stack.databaseUrl,
      jwtSecret: stack.keys.jwtSecret,
      env,
      log: (line) => logged.push(line),
    })
  const addCustomer = (name: string) =>
    newCustomer({ apiUrl: stack.apiUrl, publishableKey: stack.keys.publishable }, database, name)

  const modelEnv = { AI_BASE_URL: model.baseUrl, AI_API_KEY: apiKey, AI_MODEL: 'test-model', AI_TIMEOUT_MS: '1000' }
  const withModel = await functionsWith(modelEnv)
  const builtIn = await functionsWith({})
  const ada = await addCustomer('Ada Payer')
  const ben = await addCustomer('Ben Secretive')
  await pay(ada, ben, 1234.56, 'Rent June')
  let chat = ''

  /** The customer's message goes into the chat first, as in the browser. */
  async function say(customer: Customer, message: string, conversation = chat): Promise<void> {
    await customer.supabase
      .from('chat_messages')
      .insert({ conversation_id: conversation, sender_id: customer.id, sender_type: 'user', message })
      .throwOnError()
  }

  async function call(
    functions: Functions,
    body: unknown,
    token: string | null = ada.accessToken,
  ): Promise<{ status: number; body: unknown }> {
    const response = await functions.fetch(
      new Request(`${stack.apiUrl}/functions/v1/ai-chat`, {
        method: 'POST',
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    )
    return { status: response.status, body: await response.json() }
  }

  const asking = (content: string, userId = ada.id) => ({ messages: [{ role: 'user', content }], userId })

  return {
    stack,
    database,
    model,
    /** The function with the fake model behind it. */
    withModel,
    /** The function without a model. */
    builtIn,
    functionsWith,
    modelEnv,
    ada,
    ben,
    addCustomer,
    /** Ada's, new for each test. */
    get chat() {
      return chat
    },
    logged,
    openChat,
    say,
    call,
    asking,

    /** Ada writes and asks for the answer. */
    async ask(functions: Functions, content: string) {
      await say(ada, content)
      return call(functions, asking(content))
    },

    /** What the assistant has said in Ada's chat. */
    async stored(): Promise<string[]> {
      const rows = await database<{ message: string }[]>`
        select message from public.chat_messages
        where conversation_id = ${chat} and sender_type = 'assistant' order by created_at`
      return rows.map(({ message }) => message)
    },

    /** The secrets that have reached the log: nothing of a chat, a person or a key may. */
    leaked(): string[] {
      const log = logged.join('\n')
      const secrets = [apiKey, 'Ada', 'Ben', '1,234.56', 'Rent', 'question', ada.accessToken]
      return secrets.filter((secret) => log.includes(secret))
    },

    async startAnew(): Promise<void> {
      await database`delete from public.chat_conversations where true`
      await database`delete from private.assistant_turns where true`
      logged.length = 0
      chat = await openChat(ada)
    },

    async close(): Promise<void> {
      await withModel.close()
      await builtIn.close()
      await model.close()
      await database.end()
      await stack.destroy()
    },
  }
}

/** The shape of a right answer. */
export const said = (content: string) => ({
  status: 200,
  body: { choices: [{ message: { role: 'assistant', content } }] },
})
