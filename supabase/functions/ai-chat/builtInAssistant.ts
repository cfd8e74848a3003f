import { answerTo, handover, topics } from './answers.ts'
import type { ChatMessage } from './chatMessage.ts'
import { classify } from './classify.ts'
import type { Facts } from './facts.ts'
import type { ChatLink } from './places.ts'
import { redact } from './redact.ts'

/** An answer, and the buttons below it. */
export type Answer = { text: string; links: ChatLink[] }

const notUnderstood = "I'm sorry, I didn't understand that."
const caution = 'Please never write a PIN, a password or a full card number in a chat, not even here.'
const suggestions = ["What's my balance?", 'Show my last transaction', "My card isn't working"]

/** Answers the customer's last message without a model. */
export function answerBuiltIn(messages: ChatMessage[], facts: Facts): Answer {
  const question = contentOfLast(messages, 'user')
  const kind = classify(question).question
  const { text, links } =
    (kind === null ? null : answerTo(kind, question, facts)) ?? askAgain(contentOfLast(messages, 'assistant'))
  return { text: redact(question) === question ? text : `${caution}\n${text}`, links }
}

function askAgain(previousAnswer: string): Answer {
  return previousAnswer.includes(notUnderstood)
    ? { text: `Sorry, I still don't understand. ${handover}`, links: [] }
    : {
        text: `${notUnderstood} I can tell you about ${topics}. Could you say it another way, choose one of these, or talk to a person?`,
        links: suggestions.map((label) => ({ label, ask: label })),
      }
}

function contentOfLast(messages: ChatMessage[], role: ChatMessage['role']): string {
  return messages.findLast((message) => message.role === role)?.content ?? ''
}
