import { z } from 'npm:zod@4.6.7'
import { callerClient } from '../_shared/clients.ts'
import { handle } from '../_shared/handler.ts'
import { Refusal } from '../_shared/refusal.ts'
import { textUpTo } from '../_shared/textUpTo.ts'
import { answerBuiltIn, type Answer } from './builtInAssistant.ts'
import type { ChatMessage } from './chatMessage.ts'
import { dangerIn } from './dangerIn.ts'
import { dangers, personIsAsked } from './dangers.ts'
import type { Facts } from './facts.ts'
import { isSafe } from './guard.ts'
import { helpInDanger } from './helpInDanger.ts'
import { askModel, ModelFailure, type Model } from './model.ts'
import { readChat } from './readChat.ts'
import { readFacts } from './readFacts.ts'
import { readMessages } from './readMessages.ts'
import { redact } from './redact.ts'
import { systemPrompt } from './systemPrompt.ts'
import { takeTurn } from './turn.ts'

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
  // The customer waits for an agent, or asks for one: no answer, but help in danger.
  only: z.literal('danger').optional(),
})

Deno.serve(
  handle(bodySchema, async ({ userId, only }, caller) => {
    if (userId !== caller.userId) throw new Refusal(403, 'You can only chat for yourself.')
    const customer = callerClient(caller.accessToken)
    const chat = await readChat(customer, userId)
    if (!chat.isApproved) throw new Refusal(403, 'Your account is waiting for approval.')
    if (chat.conversationId === null) throw new Refusal(409, 'This chat has ended.')

    const messages = await readMessages(customer, chat.conversationId)
    // Before anything else: neither a limit of answers nor a model stands before it.
    const danger = dangerIn(messages)
    if (danger !== null) {
      const text = `${dangers[danger].text}\n${personIsAsked}`
      const { links } = dangers[danger]
      const helped = await helpInDanger(userId, chat.conversationId, { danger, text, links })
      if (helped === null) throw new Refusal(409, 'There is nothing to answer in this chat.')
      return { ...completion(text), agent: { opensAt: helped.opens_at } }
    }

    if (only === 'danger') return { choices: [] }

    const turn = await takeTurn(userId, chat.conversationId)
    if (turn === null) throw new Refusal(409, 'There is nothing to answer in this chat.')
    try {
      const answer = await compose(messages, await readFacts(customer, userId))
      if (!(await turn.answer(answer))) throw new Refusal(409, 'This chat is no longer with the assistant.')
      return completion(answer.text)
    } catch (error) {
      await turn.release()
      throw error
    }
  }),
)

const completion = (content: string) => ({ choices: [{ message: { role: 'assistant', content } }] })

/** The model's answer, or the built-in one where there is no model, or no answer of it that may reach a customer. */
async function compose(messages: ChatMessage[], facts: Facts): Promise<Answer> {
  const builtIn = answerBuiltIn(messages, facts)
  const model = configuredModel()
  if (model === null) return builtIn
  try {
    const text = await askModel(model, [
      { role: 'system', content: systemPrompt(facts, new Date()) },
      ...messages.map(({ role, content }) => ({ role, content: redact(content) })),
    ])
    if (isSafe(text)) return { text, links: builtIn.links.filter((link) => 'to' in link) }
    console.error('The model gave an answer that may not reach a customer.')
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    console.error(error.message)
  }
  return builtIn
}

/** Null without an address or a key: the built-in assistant answers instead. */
function configuredModel(): Model | null {
  const baseUrl = Deno.env.get('AI_BASE_URL')
  const apiKey = Deno.env.get('AI_API_KEY')
  if (!baseUrl || !apiKey) return null
  const name = Deno.env.get('AI_MODEL')
  if (!name) throw new Error('AI_MODEL is not set')
  return { baseUrl, apiKey, name, timeoutMs: Number(Deno.env.get('AI_TIMEOUT_MS') || 8000) }
}
