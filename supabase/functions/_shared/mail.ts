import { createTransport } from 'npm:nodemailer@10.6.0'
import { bankName } from './brand.ts'
import { oneLine } from './mailText.ts'

export type Mail = { to: string; subject: string; text: string; html: string }

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends mails through the server in the SMTP_ variables. Null without SMTP_HOST. */
export function mailSender(): ((mail: Mail) => Promise<void>) | null {
  const host = Deno.env.get('SMTP_HOST')
  if (!host) return null
  const port = Number(Deno.env.get('SMTP_PORT') ?? 465)
  const isTlsFromTheStart = (Deno.env.get('SMTP_SECURE') ?? String(port === 465)) === 'true'
  const user = Deno.env.get('SMTP_USER')
  const transport = createTransport({
    host,
    port,
    secure: isTlsFromTheStart,
    // Never send a password unencrypted. Only a server without sign-in may go without TLS (the local mailbox).
    ...(user ? { auth: { user, pass: Deno.env.get('SMTP_PASS') ?? '' }, requireTLS: !isTlsFromTheStart } : {}),
    ...timeouts,
  })
  const from = Deno.env.get('MAIL_FROM') ?? `${bankName} <no-reply@fernbank.example>`
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({ from, to: { name: '', address: oneLine(to) }, subject: oneLine(subject), text, html })
  }
}
