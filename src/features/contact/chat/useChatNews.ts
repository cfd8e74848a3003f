import { useEffect, useRef } from 'react'
import { toast } from '@/lib/toast'
import { chatCopy } from './copy'
import type { Conversation } from './queries'

/** Shows a toast when an agent joins the chat or the chat ends. */
export function useChatNews(conversation: Conversation | null) {
  const before = useRef(conversation)
  useEffect(() => {
    const previous = before.current
    before.current = conversation
    if (previous !== null && previous.id !== conversation?.id) toast.info(chatCopy.ended)
    else if (conversation?.status === 'agent_assigned' && previous?.status !== 'agent_assigned')
      toast.success(chatCopy.agentConnected(conversation.agentName))
  }, [conversation])
}
