// The parts of a chat that the customer and the staff share.
import type { ChatStatus } from './queries'

export { ChatSkeleton } from './ChatSkeleton'
export { cleanChatText, textLimit } from './chatText'
export { Composer } from './Composer'
export { chatCopy, namesForCustomer } from './copy'
export { isDuplicate } from './isDuplicate'
export { MessageList } from './MessageList'
export { insertMessage, showSent } from './mutations'
export {
  BehindLostError,
  lostIn,
  putIn,
  requireOrder,
  takeOut,
  useOutbox,
  useResend,
  type Unsent,
  type UnsentChat,
} from './outbox'
export { openingWords } from './openingWords'
export { useLiveMessages, useTyping } from './realtime'
export type { QuickText } from './useReplyMenu'

/** The statuses of a chat, in words for staff. */
export const chatStatuses: Record<ChatStatus, string> = {
  active: 'With the assistant',
  waiting_for_agent: 'Waiting for an agent',
  agent_assigned: 'With an agent',
}
