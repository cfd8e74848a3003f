import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailbox } from './createMailbox'

let mailbox: Awaited<ReturnType<typeof createMailbox>>

beforeEach(async () => {
  mailbox = await createMailbox({ smtpPort: 0, webPort: 0 })
})

afterEach(async () => {
  await mailbox.close()
})

async function send(to: string, subject: string, html?: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: mailbox.smtpPort, ignoreTLS: true })
  await transport.sendMail({
    from: 'Fernbank <no-reply@fernbank.example>',
    to,
    subject,
    text: `About ${subject}`,
    html,
  })
  transport.close()
}

const get = (path: string) => fetch(`http://127.0.0.1:${mailbox.webPort}${path}`)
const subjects = async (path: string) => {
  const list: { messages: { Subject: string }[] } = await (await get(path)).json()
  return list.messages.map(({ Subject }) => Subject)
}

test('lists received mail newest first, and searches it', async () => {
  await send('Ada <ada@fernbank.example>', 'First')
  await send('ben@fernbank.example', 'Second £')
  expect(await subjects('/api/v1/messages')).toEqual(['Second £', 'First'])
  expect(await subjects(`/api/v1/search?query=${encodeURIComponent('to:"ada@fernbank.example"')}`)).toEqual(['First'])
  expect(await subjects('/api/v1/search?query=subject:second')).toEqual(['Second £'])
  expect(await subjects(`/api/v1/search?query=${encodeURIComponent('to:ben subject:first')}`)).toEqual([])

  expect(await (await get('/api/v1/message/latest')).json()).toMatchObject({
    From: { Name: 'Fernbank', Address: 'no-reply@fernbank.example' },
    To: [{ Address: 'ben@fernbank.example' }],
    Subject: 'Second £',
    Text: expect.stringContaining('About Second £'),
  })
})

test('shows mail without running its markup', async () => {
  await send('ada@fernbank.example', '<script>alert(1)</script>', '<p onclick="x">Hello</p>')
  const list = await (await get('/')).text()
  expect(list).toContain('&lt;script&gt;')
  expect(list).not.toContain('<script>')

  const link = /href="(\/view\/[\w-]+)"/.exec(list)?.[1] ?? ''
  const page = await get(link)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text = await page.text()
  expect(text).toContain('<iframe sandbox')
  expect(text).toContain('&lt;p onclick=&quot;x&quot;&gt;Hello')
})

test('deletes all mail', async () => {
  await send('ada@fernbank.example', 'First')
  await fetch(`http://127.0.0.1:${mailbox.webPort}/api/v1/messages`, { method: 'DELETE' })
  expect(await subjects('/api/v1/messages')).toEqual([])
  expect((await get('/api/v1/message/latest')).status).toBe(404)
})

test('rejects with EADDRINUSE when a port is taken, and closes the other port', async () => {
  await expect(createMailbox({ smtpPort: 0, webPort: mailbox.webPort })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await expect(createMailbox({ smtpPort: mailbox.smtpPort, webPort: 0 })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
