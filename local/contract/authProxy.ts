import http from 'node:http'

// npx tsx local/contract/authProxy.ts: the local stack with another server for /auth/v1. See local/README.md.

const host = '127.0.0.1'
const stackPort = Number(process.env.STACK_API_PORT ?? 54321)
const authPort = 9999
const port = 54331

http
  .createServer((request, response) => {
    const { method, headers, url = '/' } = request
    // As the platform's gateway: a key is no token of a user, so the auth server does not see it as one.
    if (/^Bearer sb_/i.test(headers.authorization ?? '')) delete headers.authorization
    const isAuth = url.startsWith('/auth/v1')
    const path = isAuth ? url.replace('/auth/v1', '') : url
    const forwarded = http.request({ host, port: isAuth ? authPort : stackPort, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  .listen(port, host)
