import { randomUUID } from 'node:crypto'
import { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { sqlStateOf } from './authorisation'
import { decodeLogMessage, toPostgresTime, type LogMessage } from './pgoutput'

const statusEveryMs = 5_000
const retryAfterMs = 500
const emptyLsn = Buffer.alloc(8)

type Replication = { isStreaming: () => boolean; close: () => Promise<void> }

/**
 * Reads the publications' changes from the write-ahead log, and reconnects after a lost connection.
 * Resolves when the first stream runs; rejects when it cannot start (`wal_level`, rights).
 * The slot is temporary: without a connection the server keeps no changes for it, so it cannot fill the disk.
 */
export async function startReplication(options: {
  url: string
  publications: string[]
  onMessage: (message: LogMessage) => void
  onRestart: () => void
  log: (line: string) => void
}): Promise<Replication> {
  const closing = new AbortController()
  const { signal } = closing
  let stream = await openStream(options.url, options.publications)

  const follow = async () => {
    while (!signal.aborted) {
      await stream.readUntilLost(options.onMessage)
      for (let isFirst = true; !signal.aborted && !stream.isOpen(); isFirst = false) {
        await pause(retryAfterMs, undefined, { signal, ref: false }).catch(() => {}) // rejects when it is aborted
        if (!signal.aborted) await reopen(isFirst)
      }
    }
    await stream.close()
  }
  const reopen = async (isFirst: boolean) => {
    try {
      stream = await openStream(options.url, options.publications)
      options.onRestart()
    } catch (error) {
      if (isFirst) options.log(`realtime: the log cannot be read yet (${sqlStateOf(error)})`)
    }
  }
  const following = follow()

  return {
    isStreaming: () => stream.isOpen(),
    async close() {
      closing.abort()
      await stream.close()
      await following
    },
  }
}

async function openStream(url: string, publications: string[]) {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice() {},
    // The library's types lack the start-up parameter `replication`.
    connection: Object.assign({ application_name: 'realtime replication' }, { replication: 'database' }),
  })
  try {
    const slot = `realtime_${randomUUID().slice(0, 8)}`
    const created = await sql.unsafe<{ consistent_point: string }[]>(
      `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
    )
    const start = created[0]?.consistent_point
    if (!start) throw new Error('no replication slot')
    const stream = await sql
      .unsafe(
        `START_REPLICATION SLOT ${slot} LOGICAL ${start} (proto_version '1', publication_names '${publications.join(',')}')`,
      )
      .writable()
    // For START_REPLICATION, postgres.js returns a duplex stream; its types say writable.
    if (!(stream instanceof Duplex)) throw new Error('the driver returned no duplex stream')
    return followStream(stream, () => sql.end({ timeout: 0 }))
  } catch (error) {
    await sql.end({ timeout: 0 })
    throw error
  }
}

function followStream(stream: Duplex, disconnect: () => Promise<void>) {
  let received = emptyLsn
  const seen = (lsn: Buffer) => {
    if (lsn.compare(received) > 0) received = Buffer.from(lsn)
  }
  const sendStatus = () => {
    if (!stream.destroyed) stream.write(standbyStatus(received))
  }
  const status = setInterval(sendStatus, statusEveryMs)
  status.unref()
  stream.on('error', () => {}) // 'close' follows

  const close = async () => {
    clearInterval(status)
    stream.destroy()
    await disconnect()
  }
  return {
    close,
    isOpen: () => !stream.destroyed && !stream.readableEnded,
    async readUntilLost(onMessage: (message: LogMessage) => void) {
      stream.on('data', (frame: Buffer) => {
        if (frame[0] === 0x77 /* w: log data after start, end and time */) {
          seen(frame.subarray(9, 17))
          onMessage(decodeLogMessage(frame.subarray(25)))
        } else if (frame[0] === 0x6b /* k: keep-alive, perhaps with a request for a reply */) {
          seen(frame.subarray(1, 9))
          if (frame[17]) sendStatus()
        }
      })
      await new Promise<void>((resolve) => {
        if (stream.destroyed) resolve()
        stream.on('close', resolve)
        stream.on('end', resolve)
      })
      await close()
    },
  }
}

function standbyStatus(lsn: Buffer): Buffer {
  const message = Buffer.alloc(34)
  message.write('r', 'latin1')
  for (const offset of [1 /* written */, 9 /* flushed */, 17 /* applied */]) lsn.copy(message, offset)
  message.writeBigInt64BE(toPostgresTime(Date.now()), 25)
  return message
}
