import type { Letter } from './letter'
import { letterPage, listPage } from './pages'
import { searchLetters } from './searchLetters'

/** The part of Mailpit's HTTP API that tests read, and pages for people. `letters` is newest first and shared with the SMTP side. */
export function answerMailRequest(letters: Letter[], request: Request): Response {
  const url = new URL(request.url)
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /') return html(listPage(letters))
  if (route === 'GET /api/v1/messages') return Response.json(summary(letters, letters.length))
  if (route === 'GET /api/v1/search') {
    return Response.json(summary(searchLetters(letters, url.searchParams.get('query') ?? ''), letters.length))
  }
  if (route === 'DELETE /api/v1/messages') {
    letters.length = 0
    return new Response('ok')
  }

  const match = /^GET \/(api\/v1\/message|view)\/([\w-]+)$/.exec(route)
  const letter = match?.[2] === 'latest' ? letters[0] : letters.find(({ ID }) => ID === match?.[2])
  if (!match || !letter) return Response.json({ Error: 'not found' }, { status: 404 })
  return match[1] === 'view' ? html(letterPage(letter)) : Response.json({ ...letter, Date: letter.Created })
}

function summary(letters: Letter[], total: number) {
  const messages = letters.map(({ Text, HTML: _html, ...rest }) => ({ ...rest, Snippet: Text.slice(0, 200) }))
  return { total, unread: total, count: letters.length, messages_count: letters.length, start: 0, messages }
}

function html(page: string): Response {
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'",
    },
  })
}
