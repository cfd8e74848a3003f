import http from 'node:http'
import type { Server } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { SMTPServer } from 'smtp-server'
import { readMessage, type Message } from './message'
import { answerMailRequest } from './mailApi'
import { createPushService } from './pushService'

const host = '127.0.0.1'
const keptMessages = 500
const largestMailBytes = 10 * 1024 * 1024

/**
 * Receives mail by SMTP, delivers none, and offers it in a browser and through Mailpit's API. Push messages are below /push.
 * Port 0 chooses a free port.
 */
export async function createMailbox(ports: { smtpPort: number; webPort: number }) {
  const messages: Message[] = []

  async function keep(mail: Readable): Promise<void> {
    messages.unshift(await readMessage(await buffer(mail)))
    messages.length = Math.min(messages.length, keptMessages)
  }

  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: largestMailBytes,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onData: (stream, _session, done) => callbackify(keep)(stream, done),
  })
  // Without a listener, the error of a lost client would end the process.
  smtp.on('error', () => {})

  const answerPushRequest = createPushService(() => `http://${host}:${portOf(web)}`)
  const listener = getRequestListener(
    async (request) => (await answerPushRequest(request)) ?? answerMailRequest(messages, request),
    { overrideGlobalObjects: false },
  )
  const web = http.createServer((request, response) => void listener(request, response))

  await listen(smtp.server, (ready) => smtp.listen(ports.smtpPort, host, ready))
  try {
    await listen(web, (ready) => web.listen(ports.webPort, host, ready))
  } catch (error) {
    await closeSmtp(smtp)
    throw error
  }

  return {
    smtpPort: portOf(smtp.server),
    webPort: portOf(web),
    async close(): Promise<void> {
      web.closeAllConnections()
      await Promise.all([new Promise((resolve) => web.close(resolve)), closeSmtp(smtp)])
    },
  }
}

function listen(server: Server, start: (ready: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    start(() => {
      server.off('error', reject)
      resolve()
    })
  })
}

function closeSmtp(smtp: SMTPServer): Promise<void> {
  return new Promise((resolve) => smtp.close(resolve))
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mailbox is not listening on a port.')
  return address.port
}
