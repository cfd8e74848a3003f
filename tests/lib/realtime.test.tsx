import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (message: Record<string, unknown>) => void

class FakeChannel {
  readonly listeners: { type: string; filter: object; listener: Listener }[] = []
  report: (status: string) => void = () => {}

  constructor(readonly topic: string) {}

  on(type: string, filter: object, listener: Listener) {
    this.listeners.push({ type, filter, listener })
    return this
  }

  subscribe(report: (status: string) => void) {
    this.report = report
    return this
  }

  say(type: 'postgres_changes' | 'system', message: Record<string, unknown> = {}) {
    for (const each of this.listeners) if (each.type === type) each.listener(message)
  }
}

class FakeClient {
  readonly channels: FakeChannel[] = []
  readonly removed: FakeChannel[] = []
  readonly setAuth = vi.fn<() => Promise<void>>(async () => {})
  readonly disconnect = vi.fn<() => Promise<void>>(async () => {})

  constructor(
    readonly url: string,
    readonly options: { params: { apikey: string }; accessToken: () => Promise<string> },
  ) {
    clients.push(this)
  }

  channel(topic: string) {
    const channel = new FakeChannel(topic)
    this.channels.push(channel)
    return channel
  }

  removeChannel(channel: FakeChannel) {
    this.removed.push(channel)
    channel.report('CLOSED')
  }
}

const clients: FakeClient[] = []
const load = vi.fn<() => void>()
let tellAuthChange: (event: string) => void = () => {}
const onStale = vi.fn<() => void>()

vi.mock('@/lib/env', () => ({ env: { supabaseUrl: 'https://bank.example', publishableKey: 'sb_publishable_test' } }))
vi.mock('@/lib/supabase', () => ({
  accessToken: async () => 'token of the signed-in person',
  loadAuth: async () => ({
    auth: { onAuthStateChange: (listener: typeof tellAuthChange) => (tellAuthChange = listener) },
  }),
}))

beforeEach(() => {
  clients.length = 0
  load.mockReset()
  onStale.mockReset()
  // Each test loads the app's code as a new page does: with no client yet.
  vi.resetModules()
  vi.doMock('@supabase/realtime-js', () => {
    load()
    return { RealtimeClient: FakeClient }
  })
})

async function open(concerns?: (deletion: { table: string; id: string }) => boolean) {
  const { useTableChanges } = await import('@/lib/realtime')
  function Probe({ userId }: { userId: string }) {
    const filter = `user_id=eq.${userId}`
    useTableChanges({
      channel: 'home',
      changes: [{ table: 'transactions', event: 'INSERT', filter }, { table: 'accounts' }],
      onStale,
      concerns,
    })
    return null
  }
  return { Probe, ...render(<Probe userId="alice" />) }
}

/** Opens a page and waits for its channel. */
async function openChannel(concerns?: (deletion: { table: string; id: string }) => boolean) {
  const page = await open(concerns)
  const { client, channel } = await latest(1)
  return { ...page, client, channel }
}

async function latest(count: number) {
  return vi.waitFor(() => {
    const [client] = clients
    const channel = client?.channels[count - 1]
    if (!client || !channel) throw new Error(`channel ${count} is not there yet`)
    return { client, channel }
  })
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test("the socket's code loads after the first paint, with the app's address, key and token", async () => {
  await open()
  expect(load).not.toHaveBeenCalled()

  const { client, channel } = await latest(1)
  expect(client.url).toBe('wss://bank.example/realtime/v1')
  expect(client.options.params).toEqual({ apikey: 'sb_publishable_test' })
  expect(await client.options.accessToken()).toBe('token of the signed-in person')
  expect(client.setAuth).toHaveBeenCalledOnce()
  expect(channel.listeners.filter(({ type }) => type === 'postgres_changes').map(({ filter }) => filter)).toEqual([
    { event: 'INSERT', schema: 'public', table: 'transactions', filter: 'user_id=eq.alice' },
    { event: '*', schema: 'public', table: 'accounts', filter: undefined },
  ])
})

test('many changes in a moment are one reason to read', async () => {
  const { channel } = await openChannel()
  for (let change = 0; change < 20; change += 1) channel.say('postgres_changes')
  expect(onStale).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledOnce())

  channel.say('postgres_changes')
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(2))
})

test('a deletion reaches everybody, and is a reason to read only where it concerns somebody', async () => {
  const concerns = vi.fn<(deletion: { table: string; id: string }) => boolean>(({ id }) => id === 'ours')
  const { channel } = await openChannel(concerns)
  channel.say('postgres_changes', { eventType: 'DELETE', table: 'accounts', old: { id: 'theirs' } })
  await nextFrame()
  await nextFrame()
  expect(onStale).not.toHaveBeenCalled()
  channel.say('postgres_changes', { eventType: 'DELETE', table: 'accounts', old: { id: 'ours' } })
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(1))
  expect(concerns).toHaveBeenCalledWith({ table: 'accounts', id: 'theirs' })

  // Without a key nobody can tell.
  channel.say('postgres_changes', { eventType: 'DELETE', table: 'accounts', old: {} })
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(2))
  channel.say('postgres_changes', { eventType: 'INSERT', table: 'accounts', new: { id: 'theirs' } })
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(3))
})

test('where nobody asks, each deletion is a reason to read', async () => {
  const { channel } = await openChannel()
  channel.say('postgres_changes', { eventType: 'DELETE', table: 'accounts', old: { id: 'theirs' } })
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledOnce())
})

test('being subscribed says nothing yet; that changes flow, and each later join, does', async () => {
  const { channel } = await openChannel()
  channel.report('SUBSCRIBED')
  channel.say('system', { extension: 'postgres_changes', status: 'error' })
  channel.say('system', { extension: 'system', status: 'ok' })
  await nextFrame()
  await nextFrame()
  expect(onStale).not.toHaveBeenCalled()

  channel.say('system', { extension: 'postgres_changes', status: 'ok' })
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(1))
  channel.report('CHANNEL_ERROR')
  channel.report('SUBSCRIBED')
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(2))
})

test('coming back to the page, or online, is a reason to read; leaving it is none', async () => {
  await openChannel()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await nextFrame()
  await nextFrame()
  expect(onStale).not.toHaveBeenCalled()

  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(1))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(2))
})

test('the socket follows the session', async () => {
  const { client } = await openChannel()
  tellAuthChange('TOKEN_REFRESHED')
  expect(client.setAuth).toHaveBeenCalledTimes(2)
  tellAuthChange('SIGNED_IN')
  expect(client.setAuth).toHaveBeenCalledTimes(3)
  expect(client.disconnect).not.toHaveBeenCalled()
  tellAuthChange('SIGNED_OUT')
  expect(client.disconnect).toHaveBeenCalledOnce()
})

test('a page that is left leaves its channel, and hears no more of it', async () => {
  const { client, channel, unmount } = await openChannel()
  channel.say('postgres_changes')
  unmount()
  expect(client.removed).toEqual([channel])
  channel.say('postgres_changes')
  window.dispatchEvent(new Event('online'))
  await nextFrame()
  await nextFrame()
  expect(onStale).not.toHaveBeenCalled()
  expect(client.channels).toHaveLength(1)
})

test('the same wishes keep the channel over a render; others get a new one, on the same socket', async () => {
  const { Probe, rerender, client, channel } = await openChannel()
  rerender(<Probe userId="alice" />)
  expect(client.removed).toEqual([])

  rerender(<Probe userId="bob" />)
  const next = await latest(2)
  expect(client.removed).toEqual([channel])
  expect(next.channel.listeners[0]?.filter).toMatchObject({ filter: 'user_id=eq.bob' })
  expect(next.channel.topic).not.toBe(channel.topic)
  expect(clients).toHaveLength(1)
})

test('a channel that the server closed is opened anew', async () => {
  const { client, channel } = await openChannel()
  channel.report('SUBSCRIBED')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  channel.report('CLOSED')
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  const next = await latest(2)
  next.channel.say('postgres_changes')
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledOnce())
  expect(client.setAuth).toHaveBeenCalledTimes(2)
})

test('code that could not be loaded is asked for again once the page is online', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.doMock('@supabase/realtime-js', () => {
    throw new Error('offline')
  })
  await open()
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  expect(clients).toEqual([])

  vi.doMock('@supabase/realtime-js', () => ({ RealtimeClient: FakeClient }))
  window.dispatchEvent(new Event('online'))
  const { channel } = await latest(1)
  expect(channel.topic).toMatch(/^home:/)
  logged.mockRestore()
})
