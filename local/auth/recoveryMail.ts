import { createTransport } from 'nodemailer'

export type MailServer = { host: string; port: number; from: string }
export type RecoveryMail = (to: string, content: { link: string; code: string }) => Promise<void>

export function createRecoveryMail({ host, port, from }: MailServer): RecoveryMail {
  const transport = createTransport({ host, port, secure: false, ignoreTLS: true })
  return async (to, { link, code }) => {
    await transport.sendMail({
      from,
      to,
      subject: 'Reset Your Password',
      text: `Follow this link to reset your password:\n\n${link}\n\nAlternatively, enter the code: ${code}\n`,
      html: `<h2>Reset Password</h2><p><a href="${link.replaceAll('&', '&amp;')}">Reset Password</a></p><p>Alternatively, enter the code: ${code}</p>`,
    })
  }
}
