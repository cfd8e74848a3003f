import type { Message } from './message'
import { respondWithPage, messagePage, listPage } from './pages'
import { searchMessages } from './searchMessages'

/** The part of Mailpit's HTTP API that tests use, and HTML pages. The SMTP server adds to `messages`, newest first. */
export function answerMailRequest(messages: Message[], request: Request): Response {
  const url = new URL(request.url)
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /') return respondWithPage(listPage(messages))
  if (route === 'GET /api/v1/messages') return Response.json(summary(messages, messages.length))
  if (route === 'GET /api/v1/search') {
    return Response.json(summary(searchMessages(messages, url.searchParams.get('query') ?? ''), messages.length))
  }
  if (route === 'DELETE /api/v1/messages') {
    messages.length = 0
    return new Response('ok')
  }

  const match = /^GET \/(api\/v1\/message|view)\/([\w-]+)$/.exec(route)
  const message = match?.[2] === 'latest' ? messages[0] : messages.find(({ ID }) => ID === match?.[2])
  if (!match || !message) return Response.json({ Error: 'not found' }, { status: 404 })
  return match[1] === 'view'
    ? respondWithPage(messagePage(message))
    : Response.json({ ...message, Date: message.Created })
}

function summary(messages: Message[], total: number) {
  const shown = messages.map(({ Text, HTML: _html, ...rest }) => ({ ...rest, Snippet: Text.slice(0, 200) }))
  return { total, unread: total, count: shown.length, messages_count: shown.length, start: 0, messages: shown }
}
