import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Button } from '@/components/ui/Button'
import { lazyPart } from '@/lib/lazyPart'
import { chatDraftName } from '@/lib/storage'
import { toast } from '@/lib/toast'
import { AnswerMissing } from './AnswerMissing'
import { ChatSkeleton } from './ChatSkeleton'
import { Composer } from './Composer'
import { chatCopy, namesForCustomer } from './copy'
import { nextStep } from './handover'
import { isDuplicate } from './isDuplicate'
import { MessageList } from './MessageList'
import { useOutbox, useResend } from './outbox'
import { chatQueries, type Conversation } from './queries'
import { QuickReplies } from './QuickReplies'
import { useLiveMessages, useTyping } from './realtime'
import { useChatNews } from './useChatNews'
import { useConversation, useUnderWay } from './useConversation'
import { WaitingBanner } from './WaitingBanner'

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
                <Button variant="quiet" className="self-start text-sm" onClick={() => actions.requestAgent(chat)}>
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
