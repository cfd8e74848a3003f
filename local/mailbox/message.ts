import { randomUUID } from 'node:crypto'
import PostalMime, { type Address } from 'postal-mime'

type Contact = { Name: string; Address: string }

/** A mail in the field names of Mailpit's API. */
export type Message = {
  ID: string
  MessageID: string
  From: Contact
  To: Contact[]
  Cc: Contact[]
  Subject: string
  Created: string
  Size: number
  Text: string
  HTML: string
}

export async function readMessage(raw: Buffer): Promise<Message> {
  const mail = await PostalMime.parse(raw)
  return {
    ID: randomUUID(),
    MessageID: mail.messageId ?? '',
    From: contact(mail.from),
    To: (mail.to ?? []).map(contact),
    Cc: (mail.cc ?? []).map(contact),
    Subject: mail.subject ?? '',
    Created: new Date().toISOString(),
    Size: raw.length,
    Text: mail.text ?? '',
    HTML: mail.html ?? '',
  }
}

function contact(address: Address | undefined): Contact {
  return { Name: address?.name ?? '', Address: address?.address ?? '' }
}
