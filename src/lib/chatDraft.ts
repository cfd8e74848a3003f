import { draftStore } from './storage'

/** The storage name of what a customer types in the chat. */
export function chatDraftName(userId: string): string {
  return `chat:${userId}`
}

/** Puts a text into the chat's input, after what is typed there already. The customer sends it. */
export function addToChatDraft(userId: string, text: string) {
  const name = chatDraftName(userId)
  const typed = draftStore.read(name)
  draftStore.write(name, typeof typed === 'string' && typed !== text ? `${typed}\n${text}` : text)
}
