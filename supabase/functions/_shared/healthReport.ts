import { z } from 'npm:zod@4.6.7'
import { bankName } from './brand.ts'
import { callRpc } from './callRpc.ts'
import type { Client } from './clients.ts'
import { logError } from './logError.ts'
import { mailSender, type Mail } from './mail.ts'
import { mailPage, mailParagraph } from './mailPage.ts'

const reportSchema = z.object({ ids: z.array(z.string()), problems: z.array(z.string()) }).nullable()

/** Without the address of the mail. Nothing is wrong any more if there are no problems. */
function composeHealthReport(problems: string[]): Omit<Mail, 'to'> {
  const isWell = problems.length === 0
  const headline = isWell ? `${bankName} is well again` : `${bankName} needs attention`
  const content = isWell ? ['Nothing is late, off or failing.'] : problems
  const caution =
    'Open the overview of the back office, or run npm run hosted:check. There is one email when this changes.'
  return {
    subject: headline,
    text: [headline, ...content, caution].join('\n\n') + '\n',
    html: mailPage({ headline, greeting: 'Hello,', content: content.map(mailParagraph), caution }),
  }
}

/** Tells the operator when something goes wrong and when all is well again: by mail (HEALTH_MAIL_TO), to a webhook, or both. */
export async function reportHealth(database: Client): Promise<void> {
  const address = Deno.env.get('HEALTH_MAIL_TO')
  const webhook = Deno.env.get('HEALTH_WEBHOOK_URL')
  const send = address ? mailSender() : null
  if (!send && !webhook) return
  const report = reportSchema.parse(await callRpc(database, 'take_health_report', {}))
  if (report === null) return
  const mail = composeHealthReport(report.problems)
  // One way may be what is broken.
  const ways = await Promise.allSettled([
    ...(send && address ? [send({ to: address, ...mail })] : []),
    ...(webhook ? [post(webhook, mail.text)] : []),
  ])
  for (const way of ways) if (way.status === 'rejected') logError(way.reason)
  if (ways.some(({ status }) => status === 'fulfilled'))
    await callRpc(database, 'mark_health_report_sent', { p_ids: report.ids })
}

/** The form that chat services take. */
async function post(webhook: string, text: string): Promise<void> {
  const response = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(10_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The webhook answered ${response.status}`)
}
