import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { Address } from './worker'

const idleTimeoutMs = 150_000
const hopByHopHeaders = new Set(['connection', 'transfer-encoding', 'keep-alive'])

/** A request with its body, and the path that the function sees. */
export type Call = { request: Request; path: string; body: Buffer }

/** Sends a request to a function's process and streams the answer. `onDone` runs when the answer has ended. */
export function forward(call: Call, address: Address, onDone: () => void): Promise<Response> {
  const { request, path, body } = call
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !hopByHopHeaders.has(name)))
  headers['sb-request-id'] = randomUUID()
  return new Promise((resolve) => {
    const outgoing = http.request({ ...address, method: request.method, path, headers, timeout: idleTimeoutMs })
    let isIdle = false
    outgoing.once('response', (incoming) => {
      incoming.once('close', onDone)
      resolve(toResponse(incoming, request.method))
    })
    outgoing.once('timeout', () => {
      isIdle = true
      outgoing.destroy()
    })
    outgoing.once('error', () => {
      onDone()
      resolve(isIdle ? idleTimeout() : workerError())
    })
    outgoing.end(body)
  })
}

function toResponse(incoming: http.IncomingMessage, method: string): Response {
  const headers = new Headers()
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? ''
    if (!hopByHopHeaders.has(name.toLowerCase())) headers.append(name, incoming.rawHeaders[index + 1] ?? '')
  }
  const status = incoming.statusCode ?? 502
  if (method === 'HEAD' || status === 204 || status === 304) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  return new Response(webStream(incoming), { status, headers })
}

function webStream(incoming: http.IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)))
      incoming.once('end', () => controller.close())
      incoming.once('error', (error) => controller.error(error))
    },
    cancel() {
      incoming.destroy()
    },
  })
}

function workerError(): Response {
  const body = { code: 'WORKER_ERROR', message: 'Function exited due to an error (please check logs)' }
  return Response.json(body, { status: 500 })
}

function idleTimeout(): Response {
  const body = { code: 'IDLE_TIMEOUT', message: 'Request idle timeout limit (150s) reached' }
  return Response.json(body, { status: 504 })
}
