import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { WebSocket } from 'ws'
import { projectRoot } from '../settings'

const file = path.join(projectRoot, 'node_modules/.cache/contract/calls.txt')
const known = new Set<string>()

/** The project's global setup: what an earlier run called does not count. */
export default function forgetCalls(): void {
  rmSync(file, { force: true })
}

/** What the tests have called, and the edge functions on the local stack, in the words of `usedApi`. Refusals count: the tests expect them. */
export function recordedCalls(): string[] {
  return [...new Set(readFileSync(file, 'utf8').trim().split('\n'))].toSorted()
}

function record(call: string | null): void {
  if (call === null || known.has(call)) return
  known.add(call)
  mkdirSync(path.dirname(file), { recursive: true })
  appendFileSync(file, `${call}\n`)
}

const verbs: Record<string, string> = {
  GET: 'select',
  HEAD: 'select',
  POST: 'insert',
  PATCH: 'update',
  DELETE: 'delete',
}
const authCalls: Record<string, string> = {
  signup: 'signUp',
  'token?grant_type=password': 'signInWithPassword',
  logout: 'signOut',
  verify: 'verifyOtp',
  user: 'getUser',
}

function nameOf(method: string, url: string, status: number): string | null {
  const [, service, name = ''] = /^\/(rest|auth|functions)\/v1\/([^&]+)/.exec(url) ?? []
  if (service === undefined || status >= 500 || method === 'OPTIONS') return null
  const [first = ''] = name.split('?')
  if (service === 'functions') return `edge ${first}`
  if (service === 'auth') return `auth ${authCalls[name] ?? authCalls[first] ?? first}`
  return first.startsWith('rpc/') ? `function ${first.slice('rpc/'.length)}` : `${verbs[method]} ${first}`
}

/** Records the calls of this process from now on. */
export function recordCalls(): void {
  // On the local stack the gateway is in this process, so that the requests of edge functions are seen too.
  subscribe('http.server.response.finish', (message) => {
    const { request, response } = message as {
      request: { method: string; url: string }
      response: { statusCode: number }
    }
    record(nameOf(request.method, request.url, response.statusCode))
  })
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as {
      request: { method: string; path: string }
      response: { statusCode: number }
    }
    record(nameOf(request.method, request.path, response.statusCode))
  })
  WebSocket.prototype.send = new Proxy(Reflect.get(WebSocket.prototype, 'send'), {
    apply(send, socket, data: unknown[]) {
      if (typeof data[0] === 'string') namesOfJoin(data[0]).forEach(record)
      return Reflect.apply(send, socket, data)
    },
  })
}

/** A message of the Realtime protocol 2.0.0. */
type Join = [string, string, string, string, { config?: { postgres_changes?: { table: string }[] } }]

function namesOfJoin(text: string): string[] {
  if (!text.includes('"phx_join"')) return []
  const [, , topic, , { config }] = JSON.parse(text) as Join
  const changes = config?.postgres_changes ?? []
  const room = topic.replace(/^realtime:/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}$/, '')
  return [`broadcast ${room}`, ...changes.map(({ table }) => `changes ${table}`)]
}
