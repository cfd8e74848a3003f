import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (message: Record<string, unknown>) => void

class FakeChannel {
  readonly listeners: { type: string; filter: object; listener: Listener }[] = []
  report: (status: string) => void = () => {}

  constructor(
    readonly topic: string,
    readonly options: unknown,
  ) {}

  on(type: string, filter: object, listener: Listener) {
    this.listeners.push({ type, filter, listener })
    return this
  }

  subscribe(report: (status: string) => void) {
    this.report = report
    return this
  }

  say(type: 'postgres_changes' | 'system' | 'broadcast', message: Record<string, unknown> = {}) {
    for (const each of this.listeners) if (each.type === type) each.listener(message)
  }
}

const client = vi.hoisted(() => ({
  channels: [] as FakeChannel[],
  removed: [] as FakeChannel[],
  realtime: { setAuth: vi.fn<() => Promise<void>>(async () => {}) },
  channel(topic: string, options?: unknown) {
    const channel = new FakeChannel(topic, options)
    client.channels.push(channel)
    return channel
  },
  async removeChannel(channel: FakeChannel) {
    client.removed.push(channel)
    channel.report('CLOSED')
  },
}))
const whenIdle = vi.hoisted(() => vi.fn<() => Promise<void>>())
const onStale = vi.fn<() => void>()
const changedTables = vi.hoisted(() => vi.fn<() => Promise<ReadonlySet<string> | null>>())

vi.mock('@/lib/loadClient', () => ({ loadClient: async () => ({ supabaseClient: client }) }))
vi.mock('@/lib/idle', () => ({ whenIdle }))
vi.mock('@/lib/changeMarks', () => ({ changedTables }))

beforeEach(() => {
  client.channels.length = 0
  client.removed.length = 0
  client.realtime.setAuth.mockReset().mockResolvedValue()
  whenIdle.mockReset().mockResolvedValue()
  onStale.mockReset()
  changedTables.mockReset()
  // Each test loads the code as a new page does.
  vi.resetModules()
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
  return { ...page, channel: await latest(1) }
}

async function latest(count: number) {
  return vi.waitFor(() => {
    const channel = client.channels[count - 1]
    if (!channel) throw new Error(`channel ${count} is not open yet`)
    return channel
  }, 20_000)
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test('the channel opens when the page is idle, with the token of the signed-in user', async () => {
  let becomeIdle = () => {}
  whenIdle.mockReturnValue(new Promise((resolve) => (becomeIdle = resolve)))
  await open()
  await nextFrame()
  expect(client.realtime.setAuth).not.toHaveBeenCalled()

  becomeIdle()
  const channel = await latest(1)
  expect(client.realtime.setAuth).toHaveBeenCalledOnce()
  expect(channel.listeners.filter(({ type }) => type === 'postgres_changes').map(({ filter }) => filter)).toEqual([
    { event: 'INSERT', schema: 'public', table: 'transactions', filter: 'user_id=eq.alice' },
    { event: '*', schema: 'public', table: 'accounts', filter: undefined },
  ])
})

test('many changes in one frame cause one refetch', async () => {
  const { channel } = await openChannel()
  for (let change = 0; change < 20; change += 1) channel.say('postgres_changes')
  expect(onStale).not.toHaveBeenCalled()
  await expect.poll(() => onStale).toHaveBeenCalledOnce()

  channel.say('postgres_changes')
  await expect.poll(() => onStale).toHaveBeenCalledTimes(2)
})

test('every subscriber receives a deletion, and refetches only when it concerns them', async () => {
  const concerns = vi.fn<(deletion: { table: string; id: string }) => boolean>(({ id }) => id === 'ours')
  const { channel } = await openChannel(concerns)
  channel.say('postgres_changes', { eventType: 'DELETE', table: 'accounts', old: { id: 'theirs' } })
  await nextFrame()
  await nextFrame()
  expect(onStale).not.toHaveBeenCalled()
  channel.say('postgres_changes', { eventType: 'DELETE', table: 'accounts', old: { id: 'ours' } })
  await expect.poll(() => onStale).toHaveBeenCalledTimes(1)
  expect(concerns).toHaveBeenCalledWith({ table: 'accounts', id: 'theirs' })

  // Without a key it may concern them.
  channel.say('postgres_changes', { eventType: 'DELETE', table: 'accounts', old: {} })
  await expect.poll(() => onStale).toHaveBeenCalledTimes(2)
  channel.say('postgres_changes', { eventType: 'INSERT', table: 'accounts', new: { id: 'theirs' } })
  await expect.poll(() => onStale).toHaveBeenCalledTimes(3)
})

test('without a filter each deletion causes a refetch', async () => {
  const { channel } = await openChannel()
  channel.say('postgres_changes', { eventType: 'DELETE', table: 'accounts', old: { id: 'theirs' } })
  await expect.poll(() => onStale).toHaveBeenCalledOnce()
})

test('refetches once when changes flow, first and after each later join, not when the channel is subscribed', async () => {
  const { channel } = await openChannel()
  channel.report('SUBSCRIBED')
  channel.say('system', { extension: 'postgres_changes', status: 'error' })
  channel.say('system', { extension: 'system', status: 'ok' })
  await nextFrame()
  await nextFrame()
  expect(onStale).not.toHaveBeenCalled()

  channel.say('system', { extension: 'postgres_changes', status: 'ok' })
  await expect.poll(() => onStale).toHaveBeenCalledTimes(1)
  channel.report('CHANNEL_ERROR')
  channel.report('SUBSCRIBED')
  await nextFrame()
  await nextFrame()
  expect(onStale).toHaveBeenCalledTimes(1)
  channel.say('system', { extension: 'postgres_changes', status: 'ok' })
  await expect.poll(() => onStale).toHaveBeenCalledTimes(2)

  // Changes do not flow: what was missed is fetched, once.
  channel.report('SUBSCRIBED')
  for (let times = 0; times < 2; times += 1) {
    channel.say('system', { extension: 'postgres_changes', status: 'error' })
    await nextFrame()
    await nextFrame()
  }
  expect(onStale).toHaveBeenCalledTimes(3)
})

test.each([
  ['its table', new Set(['accounts', 'cards']), 1],
  ['another table', new Set(['transactions']), 0],
  ['it does not know which table', null, 1],
])(
  'a channel of own rows that begins refetches if the database says that %s has changed',
  async (_what, changed, times) => {
    changedTables.mockResolvedValue(changed)
    const { useTableChanges } = await import('@/lib/realtime')
    function Probe() {
      useTableChanges({ channel: 'card', areOwn: true, changes: [{ table: 'cards' }], onStale })
      return null
    }
    render(<Probe />)
    const channel = await latest(1)
    channel.report('SUBSCRIBED')
    channel.say('system', { extension: 'postgres_changes', status: 'ok' })
    await expect.poll(() => changedTables).toHaveBeenCalledOnce()
    await nextFrame()
    await nextFrame()
    expect(onStale).toHaveBeenCalledTimes(times)

    // What is missed while the channel is away is not asked about.
    channel.report('CHANNEL_ERROR')
    channel.report('SUBSCRIBED')
    channel.say('system', { extension: 'postgres_changes', status: 'ok' })
    await expect.poll(() => onStale).toHaveBeenCalledTimes(times + 1)
    channel.say('postgres_changes')
    await expect.poll(() => onStale).toHaveBeenCalledTimes(times + 2)
  },
)

test('refetches when the page becomes visible or online, not when it becomes hidden', async () => {
  await openChannel()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await nextFrame()
  await nextFrame()
  expect(onStale).not.toHaveBeenCalled()

  visibility.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => onStale).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => onStale).toHaveBeenCalledTimes(2)
})

test('leaves the channel on unmount and ignores later events', async () => {
  const { channel, unmount } = await openChannel()
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

test('keeps the channel over a render with the same options; other options open a new one', async () => {
  const { Probe, rerender, channel } = await openChannel()
  rerender(<Probe userId="alice" />)
  expect(client.removed).toEqual([])

  rerender(<Probe userId="bob" />)
  const next = await latest(2)
  expect(client.removed).toEqual([channel])
  expect(next.listeners[0]?.filter).toMatchObject({ filter: 'user_id=eq.bob' })
  expect(next.topic).not.toBe(channel.topic)
})

test('opens a channel again that the server closed', async () => {
  const { channel } = await openChannel()
  channel.report('SUBSCRIBED')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  channel.report('CLOSED')
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  const next = await latest(2)
  next.say('postgres_changes')
  await expect.poll(() => onStale).toHaveBeenCalledOnce()
  expect(client.realtime.setAuth).toHaveBeenCalledTimes(2)
})

test('a channel that could not be opened is tried again once the page is online', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  client.realtime.setAuth.mockRejectedValueOnce(new Error('offline'))
  await open()
  await expect.poll(() => logged).toHaveBeenCalled()
  expect(client.channels).toEqual([])

  window.dispatchEvent(new Event('online'))
  expect((await latest(1)).topic).toMatch(/^home:/)
  logged.mockRestore()
})

test('a topic is private, refetches when it is joined, told and joined again, and says when it is joined', async () => {
  const onLive = vi.fn<(isLive: boolean) => void>()
  const { useTopicChanges } = await import('@/lib/realtime')
  function Probe({ topic }: { topic: string | null }) {
    useTopicChanges({ topic, onStale, onLive })
    return null
  }
  const { rerender } = render(<Probe topic={null} />)
  expect(client.realtime.setAuth).not.toHaveBeenCalled()
  rerender(<Probe topic="staff:news" />)
  const channel = await latest(1)
  expect([channel.topic, channel.options]).toEqual(['staff:news', { config: { private: true } }])
  channel.report('SUBSCRIBED')
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(1))
  channel.say('broadcast')
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(2))
  channel.report('CHANNEL_ERROR')
  channel.report('SUBSCRIBED')
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(3))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(onStale).toHaveBeenCalledTimes(4))
  expect(onLive.mock.calls).toEqual([[true], [false], [true]])
  rerender(<Probe topic={null} />)
  expect(client.removed).toEqual([channel])
})

test('a hidden page refetches at once only for what the user is told by a sound', async () => {
  const { useTableChanges } = await import('@/lib/realtime')
  function Probe({ whileHidden }: { whileHidden?: boolean }) {
    useTableChanges({ channel: 'queue', changes: [{ table: 'agent_requests' }], onStale, whileHidden })
    return null
  }
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1)
  const { rerender } = render(<Probe />)
  ;(await latest(1)).say('postgres_changes')
  expect([frames.mock.calls.length, onStale.mock.calls.length]).toEqual([1, 0])
  rerender(<Probe whileHidden />)
  ;(await latest(2)).say('postgres_changes')
  expect([frames.mock.calls.length, onStale.mock.calls.length]).toEqual([1, 1])
  vi.restoreAllMocks()
})
