import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { createPool } from '../postgres/pool'
import { createAuthorisation, RefusedToken } from './authorisation'
import { createChanges } from './changes'
import { createChannels } from './channels'
import { createConnection, type Connection } from './connection'
import { startReplication } from './replication'
import { createRooms } from './rooms'

const publications = ['supabase_realtime', 'supabase_realtime_messages_publication']
const largestMessage = 8 * 1024 * 1024
const silenceCheckMs = 10_000

export type Realtime = {
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>
  close(): Promise<void>
}

/** Channels with table changes, broadcasts and private rooms. `url` connects to the database as a superuser. */
export async function createRealtime(options: {
  url: string
  jwtSecret: string
  publishableKey: string
  secretKey: string
  log: (line: string) => void
}): Promise<Realtime> {
  const { url, log } = options
  const pool = createPool(url, 4, {
    onnotice() {},
    backoff: () => 0.2,
    // A policy that does not end would block the changes of all users.
    connection: { application_name: 'realtime', TimeZone: 'UTC', statement_timeout: 10_000 },
  })
  const relay = await readFile(new URL('./relay.sql', import.meta.url), 'utf8')
  await pool.use((sql) => sql.unsafe(relay))

  const authorisation = createAuthorisation({ ...options, pool })
  const rooms = createRooms()
  const clients = new Map<Connection, ReturnType<typeof createChannels>>()
  const changes = createChanges({
    pool,
    log,
    onMessageRow(row) {
      const { extension, topic, event, payload, id } = row
      if (extension !== 'broadcast' || !topic || !payload) return
      const meta = id ? { id } : undefined
      const room = { name: topic, isPrivate: row.private === 't' }
      rooms.broadcast(room, { event: event ?? '', contentJson: payload, meta })
    },
  })
  const replication = await startReplication({
    url,
    publications,
    log,
    onMessage: changes.receive,
    onRestart() {
      changes.reset()
      // Changes committed before this moment are lost. The system message of a new subscription makes clients refetch.
      clients.forEach((channels) => channels.resubscribe())
    },
  })

  const closing = new AbortController()
  let lastId = 0
  const services = {
    authorisation,
    changes,
    rooms,
    log,
    nextId: () => (lastId += 1),
    async whenStreaming() {
      while (!closing.signal.aborted && !replication.isStreaming()) await pause(20, undefined, { ref: false })
    },
  }

  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage, perMessageDeflate: false })
  const silenceCheck = setInterval(() => {
    for (const client of clients.keys()) client.dropIfSilent()
  }, silenceCheckMs).unref()

  return {
    async upgrade(request, socket, head) {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const key = searchParams.get('apikey') ?? String(request.headers['x-api-key'] ?? '')
      try {
        await authorisation.identify(key)
      } catch (error) {
        return refuse(socket, error instanceof RefusedToken && key ? error.reason : 'API key is missing')
      }
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const channels = createChannels(services, () => connection)
        const connection = createConnection(webSocket, {
          key,
          onMessage: channels.receive,
          onClose() {
            channels.leaveAll()
            clients.delete(connection)
          },
        })
        clients.set(connection, channels)
      })
    },
    async close() {
      closing.abort()
      clearInterval(silenceCheck)
      for (const client of clients.keys()) client.drop()
      await replication.close()
      await pool.close()
    },
  }
}

function refuse(socket: Duplex, error: string) {
  const body = JSON.stringify({ error })
  socket.end(
    [
      'HTTP/1.1 401 Unauthorized',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
