import { WebSocket, type RawData } from 'ws'
import { decodeBinary, decodeText, type Incoming, type WireVersion } from './wire'

/** A client that does not read is dropped at this much: it reconnects and reads anew, and nobody else waits for it. */
const largestBacklog = 8 * 1024 * 1024
const silentAfterMs = 60_000

export type Connection = {
  version: WireVersion
  /** The API key or token that the socket was opened with; it speaks for channels that bring none. */
  key: string
  isOpen: () => boolean
  send: (frame: string | Buffer) => void
  /** Drops a client that has not even sent a heartbeat for a minute. */
  dropIfSilent: () => void
  drop: () => void
}

export function createConnection(
  socket: WebSocket,
  options: { version: WireVersion; key: string; onMessage: (message: Incoming) => void; onClose: () => void },
): Connection {
  const { version, key } = options
  let heardAt = Date.now()

  socket.on('error', () => {}) // 'close' follows
  socket.on('close', options.onClose)
  socket.on('message', (data: RawData, isBinary: boolean) => {
    heardAt = Date.now()
    const bytes = Array.isArray(data)
      ? Buffer.concat(data)
      : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data)
    const message = isBinary ? decodeBinary(bytes) : decodeText(version, bytes.toString())
    if (message) options.onMessage(message)
    else socket.close(1011, 'not a message of this protocol')
  })

  return {
    version,
    key,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return
      socket.send(frame)
      if (socket.bufferedAmount > largestBacklog) socket.terminate()
    },
    dropIfSilent() {
      if (Date.now() - heardAt > silentAfterMs) socket.terminate()
    },
    drop: () => socket.terminate(),
  }
}
