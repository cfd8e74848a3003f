import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { brand } from '@/brand'
import { Loaded } from '@/components/Loaded'
import { cn } from '@/lib/cn'
import { agentOutboxName } from './agentOutboxName'
import type { ChatMessage } from '@/features/contact/chat/queries'
import {
  ChatSkeleton,
  Composer,
  lostIn,
  MessageList,
  takeOut,
  useLiveMessages,
  useOutbox,
  useTyping,
  type QuickText,
  type Unsent,
} from '@/features/contact/chat/shared'
import { consoleQueries } from './queries'
import { useSendAsAgent } from './useSendAsAgent'

type AgentChatProps = {
  agentId: string
  chat: { id: string; customerName: string; agentName: string | null }
  /** Above the composer while the agent cannot write to the customer. Then the composer writes notes. */
  banner: ReactNode
  /** The agent writes a note instead of a reply. */
  wantsNote: boolean
  onWantsNote: (wantsNote: boolean) => void
  /** The agent has just taken the chat: the composer gets the focus. */
  isTaken: boolean
  onSendAndEnd: () => void
  /** What '/' and a shortcut insert into a reply. */
  replies: QuickText[]
  /** The real name of a colleague. */
  nameOf: (agentId: string) => string | undefined
  /** The buttons of a message. */
  renderActions: (message: ChatMessage) => ReactNode
  /** Called with the time of the newest message on the screen. */
  onRead: (until: string) => void
}

/** A customer's chat as an agent sees it. Give it the chat's id as key, because it holds the draft. */
export function AgentChat({ agentId, chat, banner, wantsNote, replies, renderActions, ...rest }: AgentChatProps) {
  const { onWantsNote, isTaken, onSendAndEnd, nameOf, onRead } = rest
  const client = useQueryClient()
  const outbox = agentOutboxName(agentId)
  const draft = `${outbox}:${chat.id}`
  const query = useQuery(consoleQueries.messages(chat.id, banner === null))
  const messages = query.data?.messages ?? []
  const unsent = useOutbox(outbox, messages).filter((message) => message.chat?.id === chat.id)
  const { mutate } = useSendAsAgent(agentId)
  const send = (message: Unsent) => mutate({ ...message, chat: { id: chat.id, customerName: chat.customerName } })
  const resendLost = () => lostIn(unsent).forEach(send)
  const isNote = wantsNote || banner !== null
  // The agent has switched between reply and note, by key or button, and writes there next.
  const [choice, setChoice] = useState({ wantsNote, isMade: false })
  if (choice.wantsNote !== wantsNote) setChoice({ wantsNote, isMade: true })
  const typing = useTyping({
    conversationId: chat.id,
    viewpoint: 'agent',
    newestId: messages.findLast(({ sender }) => sender === 'user')?.id,
  })
  useLiveMessages(chat.id)
  useReading(messages.at(-1)?.createdAt ?? null, onRead)

  function write(text: string): boolean {
    resendLost()
    send({ id: crypto.randomUUID(), text, createdAt: new Date().toISOString(), state: 'sending', isNote })
    return true
  }

  /** The agent name that the customer sees, with the colleague's real name. */
  function withRealName(message: ChatMessage): ChatMessage {
    if (message.sender !== 'agent' || message.senderId === null) return message
    const real = message.senderId === agentId ? 'you' : nameOf(message.senderId)
    const shown = message.senderName ?? 'Agent'
    return { ...message, senderName: real === undefined ? shown : `${shown} (${real})` }
  }

  return (
    <>
      <Loaded query={query} what="the messages" skeleton={<ChatSkeleton />}>
        {(history) => (
          <MessageList
            chat={chat.id}
            history={{ ...history, messages: history.messages.map(withRealName) }}
            unsent={unsent}
            viewpoint="agent"
            names={{
              user: chat.customerName,
              assistant: `${brand.assistantName}, the assistant`,
              agent: `${chat.agentName ?? 'Agent'} (you)`,
              event: '',
              note: 'Internal note',
            }}
            typing={typing.isOtherTyping ? 'user' : null}
            onRetry={(message) => (message.lost === undefined ? send(message) : resendLost())}
            onRemove={(message) => takeOut(client, outbox, message.id)}
            renderActions={renderActions}
          />
        )}
      </Loaded>
      {banner ?? <WriteAs isNote={isNote} onChange={onWantsNote} />}
      <Composer
        key={isNote ? 'note' : 'reply'}
        draft={isNote ? `note:${draft}` : draft}
        isBusy={false}
        onSendAndEnd={isNote ? undefined : onSendAndEnd}
        hasFocus={isTaken || (choice.isMade && isNote === wantsNote)}
        replies={isNote ? undefined : replies}
        label={isNote ? 'Write an internal note' : 'Write a message'}
        onSend={write}
        onTyping={isNote ? doNotTell : typing.sendTyping}
      />
    </>
  )
}

/** The customer is not told that an agent types a note. */
function doNotTell() {}

function WriteAs({ isNote, onChange }: { isNote: boolean; onChange: (isNote: boolean) => void }) {
  return (
    <div className="flex gap-1 border-t border-line bg-page px-4 pt-2">
      {[false, true].map((forNote) => (
        <button
          key={String(forNote)}
          type="button"
          aria-pressed={isNote === forNote}
          onClick={() => onChange(forNote)}
          className={cn(
            'min-h-11 rounded px-3 text-small lg:min-h-8',
            isNote === forNote ? 'bg-sunken text-strong' : 'text-muted hover:bg-brand-soft',
          )}
        >
          {forNote ? 'Internal note' : 'Reply'}
        </button>
      ))}
    </div>
  )
}

/** Reports the newest message as read, but only while the page is visible. */
function useReading(newest: string | null, onRead: (until: string) => void) {
  const reported = useRef<string | null>(null)
  const report = useEffectEvent((until: string | null) => {
    if (until === null || until === reported.current || document.visibilityState !== 'visible') return
    reported.current = until
    onRead(until)
  })
  useEffect(() => {
    report(newest)
    const handleReturn = () => report(newest)
    document.addEventListener('visibilitychange', handleReturn)
    return () => document.removeEventListener('visibilitychange', handleReturn)
  }, [newest])
}
