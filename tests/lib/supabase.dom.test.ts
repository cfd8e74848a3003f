import { json, noAnswer, serve, storeSession } from '../fakeServer'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  deviceStore,
  helpCentreStore,
  lastActivityStore,
  notificationStore,
  pushStore,
  seenChatStore,
} from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { endSession, supabaseClient } from '@/lib/supabaseClient'

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const tokens = (end: number) => ({
  access_token: 'header.payload.signature',
  refresh_token: 'next',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: end,
  user: { id: 'a', email: 'priya@example.test' },
})

/** The stored session's end, in seconds from now by this device's clock. */
function storedEnd(): number {
  const session = JSON.parse(localStorage.getItem('sb-bank-auth-token') ?? '{}') as { expires_at: number }
  return session.expires_at - inSeconds(0)
}

function letRunOut() {
  storeSession()
  const session = JSON.parse(localStorage.getItem('sb-bank-auth-token') ?? '{}') as object
  localStorage.setItem('sb-bank-auth-token', JSON.stringify({ ...session, expires_at: inSeconds(-60) }))
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('responses', () => {
  test.each([
    ['a page', new Response('<h1>503</h1>', { status: 503 }), ''],
    ['plain text', new Response('Too Many Requests', { status: 429 }), ''],
    ['the server’s own message', json({ code: 'PT402', message: 'No.' }, 402), 'No.'],
  ])('%s: only the server’s JSON has a message', async (_what, answer, words) => {
    serve({ 'GET profiles': () => answer })
    const { error, status } = await supabase.from('profiles').select('id')
    expect(error?.message ?? '').toBe(words)
    expect(status).toBe(answer.status)
  })

  test('a failed read is not retried by the client', async () => {
    const asked = serve({ 'GET profiles': noAnswer })
    const { error } = await supabase.from('profiles').select('id')
    expect(error?.message).toContain('Failed to fetch')
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['is sent again until it has its turn', 2, { status: 200, asked: 3 }],
    ['is refused after the fifth time', 9, { status: 429, asked: 5 }],
  ])('a request above those at the same time %s', async (_what, refusals, { status, asked }) => {
    vi.useFakeTimers()
    let left = refusals
    const refusal = { code: 'PT429', hint: 'too-many-requests', message: 'Too many requests at once.' }
    const requests = serve({ 'GET profiles': () => (left-- > 0 ? json(refusal, 429) : json([])) })
    const answer = Promise.resolve(supabase.from('profiles').select('id'))
    await vi.advanceTimersByTimeAsync(3000)
    expect(await answer).toMatchObject({ status })
    expect(requests).toHaveLength(asked)
  })

  test('the seventh request at the same time waits for the first answer', async () => {
    const answers: ((response: Response) => void)[] = []
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
    const reads = Array.from({ length: 8 }, async () => supabase.from('profiles').select('id'))
    await vi.waitFor(() => expect(answers).toHaveLength(6))
    answers[3]?.(json([]))
    await vi.waitFor(() => expect(answers).toHaveLength(7))
    answers[4]?.(json([]))
    await vi.waitFor(() => expect(answers).toHaveLength(8))
    for (const answer of answers) answer(json([]))
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 8 }, () => expect.objectContaining({ status: 200 })))
  })

  test('a request that is refused for another limit is not sent again', async () => {
    const requests = serve({ 'GET profiles': () => json({ code: 'PT429', hint: 'too-many-attempts' }, 429) })
    expect(await supabase.from('profiles').select('id')).toMatchObject({ status: 429 })
    expect(requests).toHaveLength(1)
  })

  test('a missing response is a lost connection after twenty seconds', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (_input: unknown, { signal }: { signal: AbortSignal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    })
    const outcome = supabase
      .from('profiles')
      .select('id')
      .throwOnError()
      .then(null, (error: unknown) => error)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await outcome).toMatchObject({ name: 'TimeoutError', message: 'Failed to fetch' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the token', () => {
  test.each([
    ['fast', -3600],
    ['slow', 3600],
  ])('lasts an hour by this device’s clock, which is an hour %s', async (_what, off) => {
    serve({ 'POST /auth/v1/token': () => json(tokens(inSeconds(3600 + off))) })
    await supabaseClient.auth.signInWithPassword({ email: 'priya@example.test', password: '123450' })
    expect(storedEnd()).toBeGreaterThan(3590)
    expect(storedEnd()).toBeLessThan(3610)
  })

  test('a request whose token cannot be renewed fails, and is not sent as a visitor', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    letRunOut()
    const asked = serve({ 'POST /auth/v1/token': () => new Response('Too Many Requests', { status: 429 }) })
    const outcome = supabase
      .from('profiles')
      .select('id')
      .throwOnError()
      .then(null, (error: unknown) => error)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(await outcome).toMatchObject({ name: 'AuthRetryableFetchError' })
    expect(asked.every(({ path }) => path === '/auth/v1/token')).toBe(true)
    expect(localStorage.getItem('sb-bank-auth-token')).not.toBeNull()
  })
})

test('signing out disconnects the socket and leaves nothing of the user in local storage', async () => {
  storeSession()
  deviceStore.token()
  helpCentreStore.dismiss()
  lastActivityStore.write(Date.now())
  notificationStore.addRead(['tx-1'])
  notificationStore.addDismissed(['tx-2'])
  seenChatStore.write('chat-1', '2026-11-21T09:00:00Z')
  serve({ 'POST /auth/v1/logout': () => new Response(null, { status: 204 }) })
  const disconnect = vi.spyOn(supabaseClient.realtime, 'disconnect').mockResolvedValue('ok')
  await endSession()
  expect(disconnect).toHaveBeenCalledOnce()
  // The rest belongs to the browser.
  expect(Object.keys(localStorage).toSorted()).toEqual(['device', 'helpCentreDismissed'])
  expect(localStorage.getItem('sb-bank-auth-token')).toBeNull()
})

test.each([
  ['out of reach', noAnswer, 1],
  ['there', () => new Response(null, { status: 204 }), 0],
])('signing out ends the push messages to this browser where the server is %s', async (_, answer, times) => {
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
  const value = { getRegistration: async () => registration }
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true })
  storeSession()
  pushStore.write(true)
  const asked = serve({ 'POST rpc/stop_push': answer, 'POST /auth/v1/logout': answer })
  await endSession(true)
  expect(asked.some(({ path }) => path === 'rpc/stop_push')).toBe(true)
  expect(unsubscribe).toHaveBeenCalledTimes(times)
  // The next sign-in registers the browser again.
  expect(pushStore.read()).toBe(true)
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
