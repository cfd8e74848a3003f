import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { brand } from '@/brand'
import { Loaded } from '@/components/Loaded'
import { Button } from '@/components/ui/Button'
import { lazyPart } from '@/lib/lazyPart'
import { chatDraftName } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { ChatSkeleton } from './ChatSkeleton'
import { Composer } from './Composer'
import { chatCopy, namesForCustomer } from './copy'
import { nextStep, type NextStep } from './handover'
import { isDuplicate } from './isDuplicate'
import { MessageList } from './MessageList'
import { openingWords } from './openingWords'
import { useOutbox, useResend } from './outbox'
import { chatQueries, type Conversation } from './queries'
import { useLiveMessages, useTyping } from './realtime'
import { useConversation, useUnderWay } from './useConversation'

const MessageLinks = lazyPart(async () => (await import('./MessageLinks')).MessageLinks)

type CustomerChatProps = {
  userId: string
  /** Null before the first message. */
  conversation: Conversation | null
}

/** The customer's chat: the messages and the composer. */
export function CustomerChat({ userId, conversation }: CustomerChatProps) {
  const chat = conversation?.id ?? null
  const name = chatDraftName(userId)
  const query = useQuery(chatQueries.messages(chat))
  const actions = useConversation(userId, name)
  const { isSending, isAnswering, isAnything } = useUnderWay(chat)
  const messages = query.data?.messages ?? []
  const unsent = useOutbox(name, messages)
  const resendLost = useResend(unsent, actions.resend)
  const newest = messages.at(-1)
  const typing = useTyping({
    conversationId: chat,
    viewpoint: 'user',
    newestId: messages.findLast(({ sender }) => sender !== 'user')?.id,
  })
  useLiveMessages(chat)
  useChatNews(conversation)

  const step = isAnything ? null : nextStep(conversation, newest)
  const hasSpoken = unsent.length > 0 || messages.some(({ sender }) => sender === 'user')
  const isAssistants = conversation === null || conversation.status === 'active'

  function send(text: string): boolean {
    const isNew = !isDuplicate(text, messages, unsent)
    if (isNew) {
      resendLost()
      actions.send(text)
    } else toast.error(chatCopy.duplicate)
    return isNew
  }

  /** The assistant answers one question at a time. */
  const ask = (question: string) => {
    if (!isAnything) send(question)
  }

  return (
    <>
      {conversation?.status === 'waiting_for_agent' && <WaitingBanner conversationId={conversation.id} />}
      <Loaded query={query} what="your messages" skeleton={<ChatSkeleton />}>
        {(history) => (
          <MessageList
            chat={chat}
            history={history}
            unsent={unsent}
            viewpoint="user"
            names={namesForCustomer(conversation)}
            typing={isAnswering && newest?.sender === 'user' ? 'assistant' : typing.isOtherTyping ? 'agent' : null}
            onRetry={(message) => (message.lost === undefined ? actions.resend(message) : resendLost())}
            onRemove={actions.discard}
            renderBelow={({ links }) =>
              links !== null && <MessageLinks links={links} onAsk={isAssistants ? ask : undefined} />
            }
          >
            {!hasSpoken && !history.hasEarlier && <QuickReplies onChoose={send} />}
            {chat !== null &&
              conversation?.status === 'active' &&
              newest?.sender === 'assistant' &&
              !isAnything &&
              step === null && (
                <Button variant="quiet" className="self-start text-small" onClick={() => actions.requestAgent(chat)}>
                  {chatCopy.talkToPerson}
                </Button>
              )}
            {chat !== null && step !== null && (
              <AnswerMissing step={step} onTryAgain={() => actions.resume(step, chat)} />
            )}
          </MessageList>
        )}
      </Loaded>
      <Composer
        draft={name}
        isBusy={isAnswering || (isAssistants && isSending)}
        onSend={send}
        onTyping={typing.sendTyping}
      />
    </>
  )
}

type AnswerMissingProps = { step: Exclude<NextStep, null>; onTryAgain: () => void }

/** Shown when the last message got no reply, because the network dropped or the page was closed. */
function AnswerMissing({ step, onTryAgain }: AnswerMissingProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 rounded bg-care-soft py-1 pl-4 text-small text-care">
      <p className="flex-1 py-2">
        {step === 'ask the assistant'
          ? `${brand.assistantName} has not answered yet.`
          : "Your request for an agent hasn't been sent yet."}
      </p>
      <Button variant="quiet" className="text-small" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  )
}

/** Shown while the customer is waiting for an agent: the place in the queue and the usual wait, or when agents are back. */
function WaitingBanner({ conversationId }: { conversationId: string }) {
  const position = useQuery(chatQueries.queuePosition(conversationId))
  const hours = useQuery(chatQueries.agentHours()).data
  const isClosed = hours?.isOpen === false
  return (
    <div role="status" className="border-b border-line bg-care-soft px-4 py-3 text-small text-care">
      <p className="text-strong">{isClosed ? chatCopy.left : chatCopy.waiting}</p>
      {isClosed ? (
        <p>{chatCopy.away(hours.opensAt === null ? null : openingWords(hours.opensAt))}</p>
      ) : (
        <>
          {typeof position.data === 'number' && <p>{chatCopy.place(position.data)}</p>}
          {hours?.waitMinutes != null && <p>{chatCopy.wait(hours.waitMinutes)}</p>}
        </>
      )}
    </div>
  )
}

/** The start of a chat: who answers, and common questions. */
function QuickReplies({ onChoose }: { onChoose: (text: string) => void }) {
  const opensAt = useQuery(chatQueries.agentHours()).data?.opensAt ?? null
  return (
    <div className="pt-4">
      <p className="text-secondary">{chatCopy.start(opensAt === null ? null : openingWords(opensAt))}</p>
      <ul aria-label="Quick replies" className="flex flex-wrap gap-2 pt-4">
        {chatCopy.quickReplies.map((text) => (
          <li key={text}>
            <Button variant="secondary" className="rounded-full text-left text-small" onClick={() => onChoose(text)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows a toast when an agent joins the chat or the chat ends. */
function useChatNews(conversation: Conversation | null) {
  const before = useRef(conversation)
  useEffect(() => {
    const previous = before.current
    before.current = conversation
    if (previous !== null && previous.id !== conversation?.id) toast.info(chatCopy.ended)
    else if (conversation?.status === 'agent_assigned' && previous?.status !== 'agent_assigned')
      toast.success(chatCopy.agentConnected(conversation.agentName))
  }, [conversation])
}
