import { WebSocket, type RawData } from 'ws'
import { decodeBinary, decodeText, type Incoming } from './wire'

/** A client with more unread bytes is disconnected. It reconnects and refetches. */
const largestBacklog = 8 * 1024 * 1024
const silentAfterMs = 60_000

export type Connection = {
  /** The API key or token of the socket, used for channels that join without a token. */
  key: string
  isOpen: () => boolean
  send: (frame: string) => void
  /** Disconnects a client that has sent no message and no heartbeat for a minute. */
  dropIfSilent: () => void
  drop: () => void
}

export function createConnection(
  socket: WebSocket,
  options: { key: string; onMessage: (message: Incoming) => void; onClose: () => void },
): Connection {
  const { key } = options
  let heardAt = Date.now()

  socket.on('error', () => {}) // 'close' follows
  socket.on('close', options.onClose)
  socket.on('message', (data: RawData, isBinary: boolean) => {
    heardAt = Date.now()
    const bytes = Array.isArray(data)
      ? Buffer.concat(data)
      : Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data)
    const message = isBinary ? decodeBinary(bytes) : decodeText(bytes.toString())
    if (message) options.onMessage(message)
    else socket.close(1011, 'not a message of this protocol')
  })

  return {
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
