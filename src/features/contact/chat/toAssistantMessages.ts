import { list, nullable, object, text, withDefault } from '@/lib/json'
import type { ChatMessage } from './queries'

export type AssistantMessage = { role: 'user' | 'assistant'; content: string }

const most = 20
/** The function accepts 64 KB. The rest is for the JSON around the messages. */
const mostBytes = 60_000

/** The newest messages in the assistant's format. */
export function toAssistantMessages(messages: ChatMessage[]): AssistantMessage[] {
  const newest = messages.slice(-most).map((message): AssistantMessage => ({
    role: message.sender === 'user' ? 'user' : 'assistant',
    content: message.text,
  }))
  const encoder = new TextEncoder()
  let bytes = 0
  const firstTooMuch = newest.findLastIndex((message) => {
    bytes += encoder.encode(JSON.stringify(message)).length + 1
    return bytes > mostBytes
  })
  return newest.slice(firstTooMuch + 1)
}

const readChoice = object({ message: object({ content: text }) })
const readCompletion = object({ choices: list(withDefault(nullable(readChoice), null)) })
const readAgent = object({ agent: object({ opensAt: nullable(text) }) })

/** `agent`: one has been requested with the answer; `opensAt` as in `request_agent`. */
export type Answer = { text: string; agent: { opensAt: string | null } | null }

/** The assistant's answer from `ai-chat`. */
export function readAnswer(answer: unknown): Answer {
  const content = readCompletion(answer)?.choices[0]?.message.content
  if (content === undefined) throw new Error('ai-chat answered without text')
  return { text: content, agent: readAgent(answer)?.agent ?? null }
}
