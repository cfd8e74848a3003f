import type { Message } from './message'

type Term = { field: string | null; text: string }

/** The part of Mailpit's search that tests use: `to:`, `from:`, `subject:` and words, quoted or not. All must match. */
export function searchMessages(messages: Message[], query: string): Message[] {
  const terms = [...query.matchAll(/(?:(to|from|subject):)?(?:"([^"]*)"|(\S+))/gi)].map(
    ([, field, quoted, plain]): Term => ({
      field: field?.toLowerCase() ?? null,
      text: (quoted ?? plain ?? '').toLowerCase(),
    }),
  )
  return messages.filter((message) => terms.every((term) => matches(message, term)))
}

function matches(message: Message, { field, text }: Term): boolean {
  const to = [...message.To, ...message.Cc].map(({ Name, Address }) => `${Name} ${Address}`).join(' ')
  const from = `${message.From.Name} ${message.From.Address}`
  const searched =
    field === 'to'
      ? to
      : field === 'from'
        ? from
        : field === 'subject'
          ? message.Subject
          : `${to} ${from} ${message.Subject} ${message.Text}`
  return searched.toLowerCase().includes(text)
}
