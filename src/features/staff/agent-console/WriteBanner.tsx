import { AskButton } from '@/components/AskButton'
import { Button } from '@/components/ui/Button'
import { useAcceptRequest, useTakeOverChat } from './mutations'
import type { ConsoleChat } from './consoleChat'
import type { AgentRequest } from './queries'

type WriteBannerProps = {
  chat: ConsoleChat
  request: AgentRequest | null
  /** The agent has the chat now. */
  onTaken: () => void
}

/** Why the agent cannot write to the customer, and what they can do about it. */
export function WriteBanner({ chat, request, onTaken }: WriteBannerProps) {
  const accept = useAcceptRequest()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line bg-card px-4 py-2">
      <p className="text-secondary">{reason(chat)}</p>
      {request !== null && (
        <Button pending={accept.isPending} onClick={() => accept.mutate(request.id, { onSuccess: onTaken })}>
          Accept
        </Button>
      )}
      {chat.status === 'agent_assigned' && chat.agentId !== null && (
        <TakeOver
          chatId={chat.id}
          customerName={chat.customerName}
          onTaken={onTaken}
          from={{ id: chat.agentId, name: chat.agentRealName ?? 'another agent' }}
        />
      )}
    </div>
  )
}

function reason({ status, customerName, agentRealName }: ConsoleChat): string {
  if (status === 'active') return 'The assistant answers here. You can write once the customer has asked for an agent.'
  if (status === 'waiting_for_agent') return `${customerName} waits for an agent.`
  return `${agentRealName ?? 'Another agent'} has this chat. You can write internal notes.`
}

type TakeOverProps = { chatId: string; customerName: string; from: { id: string; name: string }; onTaken: () => void }

function TakeOver({ chatId, customerName, from, onTaken }: TakeOverProps) {
  return (
    <AskButton
      label="Take over"
      variant="secondary"
      change={useTakeOverChat()}
      question={{
        title: `Take over the chat with ${customerName}?`,
        text: `${from.name} will be told, and can no longer write to the customer.`,
        variant: 'primary',
        args: { chatId, from: from.id },
      }}
      onDone={onTaken}
    />
  )
}
