/** The statuses of a chat, in words for staff. */
export const chatStatuses = {
  active: 'With the assistant',
  waiting_for_agent: 'Waiting for an agent',
  agent_assigned: 'With an agent',
} as const
