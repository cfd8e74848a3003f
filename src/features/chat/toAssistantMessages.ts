import type { ChatMessage } from './queries'

export type AssistantMessage = { role: 'user' | 'assistant'; content: string }

const most = 20
/** The function takes 64 KB; a little is left for what stands around the messages. */
const mostBytes = 60_000

/** The newest messages as the assistant reads them. */
export function toAssistantMessages(messages: ChatMessage[]): AssistantMessage[] {
  const newest = messages.slice(-most).map(({ sender, text }): AssistantMessage => ({
    role: sender === 'user' ? 'user' : 'assistant',
    content: text,
  }))
  const encoder = new TextEncoder()
  let bytes = 0
  const firstTooMuch = newest.findLastIndex((message) => {
    bytes += encoder.encode(JSON.stringify(message)).length + 1
    return bytes > mostBytes
  })
  return newest.slice(firstTooMuch + 1)
}

/** The assistant's words in the function's answer. */
export function readAnswer(answer: unknown): string {
  const choices: unknown = field(answer, 'choices')
  const content = field(field(Array.isArray(choices) ? choices[0] : null, 'message'), 'content')
  if (typeof content !== 'string') throw new Error('ai-chat answered without words')
  return content
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
