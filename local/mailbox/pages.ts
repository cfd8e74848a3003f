import type { Message } from './message'
import type { PushMessage } from './pushService'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #1d2733; background: #f4f6f8; margin: 0 auto; max-width: 60rem; padding: 1.5rem }
  h1 { font-size: 1.4rem } a { color: #0b5f4a } iframe, pre { width: 100%; border: 0; border-radius: 8px; background: #fff }
  iframe { height: 36rem } pre { padding: 1rem; box-sizing: border-box; white-space: pre-wrap }
  ol { list-style: none; padding: 0 } li, dl { background: #fff; border-radius: 8px; padding: .75rem 1rem; margin: .5rem 0 }
  li a { display: block; font-weight: 600 } small, dt { color: #5b6b7b } dl { display: grid; grid-template-columns: 5rem 1fr } dd { margin: 0 }`

export function listPage(messages: Message[]): string {
  const items = messages.map(
    (message) =>
      `<li><a href="/view/${message.ID}">${escapeHtml(message.Subject || '(no subject)')}</a>
       <small>to ${escapeHtml(addresses(message.To))}, ${escapeHtml(arrival(message))}</small></li>`,
  )
  const list =
    items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '<p>No mail yet. This page refreshes every 5 seconds.</p>'
  return page(
    'Mailbox',
    `<h1>Mailbox</h1>\n<p><a href="/push">Push messages</a></p>${list}`,
    '<meta http-equiv="refresh" content="5">',
  )
}

export function messagePage(message: Message): string {
  // The sandbox prevents scripts and navigation in the mail's markup.
  const html = message.HTML
    ? `<h2>HTML</h2><iframe sandbox title="Mail" srcdoc="${escapeHtml(message.HTML)}"></iframe>`
    : ''
  return page(
    message.Subject,
    `<p><a href="/">All mail</a></p><h1>${escapeHtml(message.Subject)}</h1>
    <dl><dt>From</dt><dd>${escapeHtml(addresses([message.From]))}</dd><dt>To</dt><dd>${escapeHtml(addresses(message.To))}</dd>
    <dt>Received</dt><dd>${escapeHtml(arrival(message))}</dd></dl>
    ${html}<h2>Plain text</h2><pre>${escapeHtml(message.Text)}</pre>`,
  )
}

export function pushPage(messages: PushMessage[]): Response {
  const items = messages.map(
    ({ payload, receivedAt, topic, urgency }) =>
      `<li><pre>${escapeHtml(JSON.stringify(payload, null, 2))}</pre>
       <small>${escapeHtml(arrivalTime.format(new Date(receivedAt)))}, urgency ${escapeHtml(urgency ?? 'normal')}, topic ${escapeHtml(topic ?? 'none')}</small></li>`,
  )
  const list =
    items.length > 0
      ? `<ol>${items.join('\n')}</ol>`
      : '<p>No push message yet. This page refreshes every 5 seconds.</p>'
  return respondWithPage(
    page(
      'Push messages',
      `<p><a href="/">All mail</a></p><h1>Push messages</h1>\n${list}`,
      '<meta http-equiv="refresh" content="5">',
    ),
  )
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`
}

const arrivalTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

function arrival(message: Message): string {
  return arrivalTime.format(new Date(message.Created))
}

function addresses(contacts: Message['To']): string {
  return contacts.map(({ Name, Address }) => (Name ? `${Name} <${Address}>` : Address)).join(', ')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export function respondWithPage(body: string): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
    },
  })
}
