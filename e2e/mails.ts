import { expect, type Server } from './fixtures'
import type { Person } from './people'

/** Has the mails sent, and returns the text of the one with this subject. */
export async function mailTo({ stack }: Server, { email }: Person, subject: string): Promise<string> {
  await fetch(`${stack.apiUrl}/functions/v1/send-due-mails`, {
    method: 'POST',
    headers: { apikey: stack.keys.secret, authorization: `Bearer ${stack.keys.secret}` },
  })
  const query = encodeURIComponent(`to:${email} subject:"${subject}"`)
  const find = async () =>
    ((await (await fetch(`${stack.mailboxUrl}/api/v1/search?query=${query}`)).json()) as { messages: { ID: string }[] })
      .messages
  await expect.poll(async () => (await find()).length).toBe(1)
  const mail = await fetch(`${stack.mailboxUrl}/api/v1/message/${(await find())[0]?.ID}`)
  return ((await mail.json()) as { Text: string }).Text
}
