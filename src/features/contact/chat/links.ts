import { list, nullable, object, text, withDefault } from '@/lib/json'

/** A button below a message. It leads to a screen or calls a number (`to`), or asks the assistant something (`ask`). */
type MessageLink = { label: string; to: string | null; ask: string | null }

const optionalText = withDefault(nullable(text), null)
const readList = list(object({ label: text, to: optionalText, ask: optionalText }))

/** Only paths of the app and phone numbers: a link never leads to another site. */
export function readLinks(json: unknown): MessageLink[] {
  const links = readList(json) ?? []
  return links.filter(({ to, ask }) => (to === null ? ask !== null : /^(?:\/(?![/\\])|tel:\d+$)/.test(to)))
}
