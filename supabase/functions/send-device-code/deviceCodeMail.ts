import { bankName } from '../_shared/brand.ts'
import { escapeHtml, oneLine } from '../_shared/mailText.ts'

type ComposedMail = { subject: string; text: string; html: string }

/** The mail with the code for a new device, in plain text and HTML. Its subject, which locked screens show, is without the code. */
export function composeDeviceCodeMail({ name, code }: { name: string; code: string }): ComposedMail {
  const headline = `Your code for signing in to ${bankName}`
  const greeting = `Hello ${oneLine(name)},`
  const reason =
    'Somebody has signed in with your PIN on a device that we do not know. To go on there, enter this code:'
  const validity = 'It can be used for 10 minutes, on that device only.'
  const advice = `If it was not you, somebody knows your PIN: do not give this code to anybody, sign in to ${bankName} on your own device, tell us in Chat and ask for a new PIN.`
  const caution = `We never ask you for this code, neither by phone nor by e-mail. ${bankName} is a demonstration bank.`
  return {
    subject: headline,
    text: [greeting, reason, code, validity, advice, caution].join('\n\n') + '\n',
    // Mail programs ignore style sheets, so each element carries its own style.
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(headline)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f8;color:#1d2733;font:16px/1.5 Arial,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 16px;color:#0b5f4a;font-size:18px;font-weight:700">${escapeHtml(bankName)}</p>
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(headline)}</h1>
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(reason)}</p>
<p style="margin:16px 0;font-size:32px;font-weight:700;letter-spacing:4px">${escapeHtml(code)}</p>
<p>${escapeHtml(validity)}</p>
<p>${escapeHtml(advice)}</p>
<p style="margin:24px 0 0;color:#5b6b7b;font-size:13px">${escapeHtml(caution)}</p>
</div>
</body>
</html>
`,
  }
}
