import { firstName } from './firstName'

type Names = { customerName: string; agentName: string | null }

/** A saved reply with its placeholders filled in: {first name} and {agent}, the name that the customer sees. */
export function fillReply(reply: string, { customerName, agentName }: Names): string {
  return reply.replace(/\{(first name|agent)\}/g, (_, name) =>
    name === 'agent' ? (agentName ?? 'your agent') : firstName(customerName),
  )
}
