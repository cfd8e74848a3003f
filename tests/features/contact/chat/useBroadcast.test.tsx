import { render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useBroadcast } from '@/features/contact/chat/useBroadcast'

type Listener = (message: { payload?: unknown }) => void

class FakeChannel {
  hear: Listener = () => {}
  event = ''
  report: (status: string) => void = () => {}
  readonly send = vi.fn<(message: object) => Promise<string>>(async () => 'ok')

  constructor(
    readonly topic: string,
    readonly options: object,
  ) {}

  on(_type: string, { event }: { event: string }, listener: Listener) {
    this.event = event
    this.hear = listener
    return this
  }

  subscribe(report: (status: string) => void) {
    this.report = report
    return this
  }
}

const client = vi.hoisted(() => ({
  channels: [] as FakeChannel[],
  realtime: { setAuth: vi.fn<() => Promise<void>>(async () => {}) },
  channel(topic: string, options: object) {
    const channel = new FakeChannel(topic, options)
    client.channels.push(channel)
    return channel
  },
  removeChannel: vi.fn<(channel: FakeChannel) => Promise<string>>(async () => 'ok'),
}))
vi.mock('@/lib/loadClient', () => ({ loadClient: async () => ({ supabaseClient: client }) }))
vi.mock('@/lib/idle', () => ({ whenIdle: async () => {} }))

const onReceive = vi.fn<(payload: unknown) => void>()
let say: (payload: Record<string, string>) => void = () => {}

beforeEach(() => {
  client.channels = []
  client.realtime.setAuth.mockClear()
  client.removeChannel.mockClear()
  onReceive.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

function Probe({ topic }: { topic: string | null }) {
  const tell = useBroadcast({ topic, event: 'typing', interval: 2000, onReceive })
  useEffect(() => {
    say = tell
  })
  return null
}

async function channelAt(count: number) {
  return vi.waitFor(() => {
    const channel = client.channels[count - 1]
    if (channel === undefined) throw new Error(`channel ${count} is not there yet`)
    return channel
  }, 20_000)
}

async function joinedAt(count: number) {
  const channel = await channelAt(count)
  channel.report('SUBSCRIBED')
  return channel
}

// Each test has its own topic: channels that are being left are remembered by topic.
let lastTopic = 0
const newTopic = () => `typing:${(lastTopic += 1)}`

test('the channel is private, has the token of the signed-in user and does not receive its own events', async () => {
  const topic = newTopic()
  render(<Probe topic={topic} />)
  const channel = await channelAt(1)
  expect(channel.topic).toBe(topic)
  expect(channel.event).toBe('typing')
  expect(channel.options).toEqual({ config: { private: true, broadcast: { self: false } } })
  expect(client.realtime.setAuth).toHaveBeenCalledOnce()
})

test('passes received events on until unmount', async () => {
  const { unmount } = render(<Probe topic={newTopic()} />)
  const channel = await joinedAt(1)
  channel.hear({ payload: { sender_type: 'agent' } })
  expect(onReceive.mock.calls).toEqual([[{ sender_type: 'agent' }]])
  unmount()
  await expect.poll(() => client.removeChannel).toHaveBeenCalledWith(channel)
  channel.hear({ payload: { sender_type: 'agent' } })
  expect(onReceive).toHaveBeenCalledOnce()
})

test('sends nothing before the channel is joined, nor while it is lost', async () => {
  render(<Probe topic={newTopic()} />)
  say({ sender_type: 'user' })
  const channel = await channelAt(1)
  say({ sender_type: 'user' })
  expect(channel.send).not.toHaveBeenCalled()

  channel.report('SUBSCRIBED')
  say({ sender_type: 'user' })
  expect(channel.send.mock.calls).toEqual([[{ type: 'broadcast', event: 'typing', payload: { sender_type: 'user' } }]])

  channel.report('CHANNEL_ERROR')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5000)
  say({ sender_type: 'user' })
  expect(channel.send).toHaveBeenCalledOnce()
  channel.report('SUBSCRIBED')
  say({ sender_type: 'user' })
  expect(channel.send).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})

test('sends at most every two seconds', async () => {
  render(<Probe topic={newTopic()} />)
  const channel = await joinedAt(1)
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  for (let letter = 0; letter < 20; letter += 1) say({ sender_type: 'user' })
  now.mockReturnValue(11_999)
  say({ sender_type: 'user' })
  expect(channel.send).toHaveBeenCalledTimes(1)
  now.mockReturnValue(12_000)
  say({ sender_type: 'user' })
  expect(channel.send).toHaveBeenCalledTimes(2)
  now.mockRestore()
})

test('opens no channel without a topic, and another one for another topic', async () => {
  const { rerender } = render(<Probe topic={null} />)
  rerender(<Probe topic="typing:a" />)
  const first = await joinedAt(1)
  rerender(<Probe topic="typing:b" />)
  expect((await channelAt(2)).topic).toBe('typing:b')
  await expect.poll(() => client.removeChannel).toHaveBeenCalledWith(first)
  expect(client.channels).toHaveLength(2)
})

test('opens a topic again only after the channel before it was left', async () => {
  const topic = newTopic()
  let confirmLeft: (answer: string) => void = () => {}
  client.removeChannel.mockImplementationOnce(() => new Promise((resolve) => (confirmLeft = resolve)))
  const { unmount } = render(<Probe topic={topic} />)
  await joinedAt(1)
  unmount()
  render(<Probe topic={topic} />)
  await expect.poll(() => client.realtime.setAuth).toHaveBeenCalledTimes(2)
  expect(client.channels).toHaveLength(1)
  confirmLeft('ok')
  await channelAt(2)
})

test('opens a channel again that the server closed', async () => {
  render(<Probe topic={newTopic()} />)
  const channel = await joinedAt(1)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  channel.report('CLOSED')
  say({ sender_type: 'user' })
  expect(channel.send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  const next = await joinedAt(2)
  say({ sender_type: 'user' })
  expect(next.send).toHaveBeenCalledOnce()
})

test('a channel that could not be opened is tried again once the page is online', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  client.realtime.setAuth.mockRejectedValueOnce(new Error('offline'))
  render(<Probe topic={newTopic()} />)
  await expect.poll(() => logged).toHaveBeenCalled()
  window.dispatchEvent(new Event('online'))
  await channelAt(1)
  logged.mockRestore()
})
