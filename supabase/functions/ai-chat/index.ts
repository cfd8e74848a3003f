import { z } from 'npm:zod@4.6.7'
import { callerClient } from '../_shared/clients.ts'
import { handle } from '../_shared/handler.ts'
import { Refusal } from '../_shared/refusal.ts'
import { textUpTo } from '../_shared/textUpTo.ts'
import { answerFromRules } from './builtInAssistant.ts'
import type { ChatMessage } from './chatMessage.ts'
import type { Facts } from './facts.ts'
import { askModel, ModelFailure, type Model } from './model.ts'
import { readChat } from './readChat.ts'
import { readFacts } from './readFacts.ts'
import { readMessages } from './readMessages.ts'
import { redact } from './redact.ts'
import { systemPrompt } from './systemPrompt.ts'
import { claimTurn } from './turn.ts'

const maxMessageLength = 2000

const bodySchema = z.object({
  // Part of the interface, but the answer is to the stored messages: a caller could invent these.
  messages: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: textUpTo(maxMessageLength),
      }),
    )
    .max(40)
    .refine((messages) => messages.some(({ role }) => role === 'user')),
  userId: z.guid(),
})

Deno.serve(
  handle(bodySchema, async ({ userId }, caller) => {
    if (userId !== caller.userId) throw new Refusal(403, 'You can only chat for yourself.')
    const customer = callerClient(caller.accessToken)
    const chat = await readChat(customer, userId)
    if (!chat.isApproved) throw new Refusal(403, 'Your account is waiting for approval.')
    if (chat.conversationId === null) throw new Refusal(409, 'This chat has ended.')

    const turn = await claimTurn(userId, chat.conversationId)
    if (turn === null) throw new Refusal(409, 'There is nothing to answer in this chat.')
    try {
      const [messages, facts] = await Promise.all([
        readMessages(customer, chat.conversationId),
        readFacts(customer, userId),
      ])
      const content = await compose(messages, facts)
      if (!(await turn.answer(content))) throw new Refusal(409, 'This chat is no longer with the assistant.')
      return { choices: [{ message: { role: 'assistant', content } }] }
    } catch (error) {
      await turn.release()
      if (!(error instanceof ModelFailure)) throw error
      console.error(error.message)
      throw new Refusal(502, 'The assistant could not answer.')
    }
  }),
)

async function compose(messages: ChatMessage[], facts: Facts): Promise<string> {
  const model = configuredModel()
  if (model === null) return answerFromRules(messages, facts)
  return askModel(model, [
    { role: 'system', content: systemPrompt(facts, new Date()) },
    ...messages.map(({ role, content }) => ({ role, content: redact(content) })),
  ])
}

/** Null without an address or a key: the built-in assistant answers instead. */
function configuredModel(): Model | null {
  const baseUrl = Deno.env.get('AI_BASE_URL')
  const apiKey = Deno.env.get('AI_API_KEY')
  if (!baseUrl || !apiKey) return null
  const name = Deno.env.get('AI_MODEL')
  if (!name) throw new Error('AI_MODEL is not set')
  return { baseUrl, apiKey, name, timeoutMs: Number(Deno.env.get('AI_TIMEOUT_MS') || 20_000) }
}
