/** The outbox of an agent. One for all chats, so that its messages are sent whichever chat is open. */
export const agentOutboxName = (agentId: string) => `agent:${agentId}`
