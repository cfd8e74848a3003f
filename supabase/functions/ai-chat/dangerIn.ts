import type { ChatMessage } from './chatMessage.ts'
import { classify } from './classify.ts'
import type { Danger } from './dangers.ts'

/** In characters: one and a half messages of the greatest length. Each thousand takes some milliseconds. */
const mostRead = 3000

/**
 * The danger that the customer has written of since the last answer. An answer to an earlier message may come after the newest
 * one, so that is always read. Of several dangers the newest counts, but a life comes first.
 */
export function dangerIn(messages: ChatMessage[]): Danger | null {
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant')
  const newest = messages.findLastIndex(({ role }) => role === 'user')
  const unanswered = messages.slice(lastAnswer < newest ? lastAnswer + 1 : newest).filter(({ role }) => role === 'user')
  const found: Danger[] = []
  let read = 0
  for (const { content } of unanswered.toReversed()) {
    // The newest message is read whole.
    const { danger } = read === 0 || read + content.length <= mostRead ? classify(content) : { danger: null }
    read += content.length
    if (danger !== null) found.push(danger)
  }
  return found.find((danger) => danger === 'self-harm') ?? found[0] ?? null
}
