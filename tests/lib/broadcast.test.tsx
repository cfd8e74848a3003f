import { render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useBroadcast } from '@/lib/broadcast'

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

const client = {
  channels: [] as FakeChannel[],
  setAuth: vi.fn<() => Promise<void>>(async () => {}),
  channel(topic: string, options: object) {
    const channel = new FakeChannel(topic, options)
    this.channels.push(channel)
    return channel
  },
  removeChannel: vi.fn<(channel: FakeChannel) => Promise<string>>(async () => 'ok'),
}
const sharedClient = vi.fn<() => Promise<typeof client>>(async () => client)
vi.mock('@/lib/realtime', () => ({ sharedClient: () => sharedClient() }))

const onReceive = vi.fn<(payload: unknown) => void>()
let say: (payload: Record<string, string>) => void = () => {}

beforeEach(() => {
  client.channels = []
  client.setAuth.mockClear()
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
  })
}

async function joinedAt(count: number) {
  const channel = await channelAt(count)
  channel.report('SUBSCRIBED')
  return channel
}

// Each test has a topic of its own: what was left is remembered by it.
let lastTopic = 0
const newTopic = () => `typing:${(lastTopic += 1)}`

test('the channel is private, joined as whoever is signed in, and does not hear itself', async () => {
  const topic = newTopic()
  render(<Probe topic={topic} />)
  const channel = await channelAt(1)
  expect(channel.topic).toBe(topic)
  expect(channel.event).toBe('typing')
  expect(channel.options).toEqual({ config: { private: true, broadcast: { self: false } } })
  expect(client.setAuth).toHaveBeenCalledOnce()
})

test('what is heard is passed on; once the screen is left, nothing is', async () => {
  const { unmount } = render(<Probe topic={newTopic()} />)
  const channel = await joinedAt(1)
  channel.hear({ payload: { sender_type: 'agent' } })
  expect(onReceive.mock.calls).toEqual([[{ sender_type: 'agent' }]])
  unmount()
  await vi.waitFor(() => expect(client.removeChannel).toHaveBeenCalledWith(channel))
  channel.hear({ payload: { sender_type: 'agent' } })
  expect(onReceive).toHaveBeenCalledOnce()
})

test('nothing is sent before it is joined, nor while it is lost', async () => {
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

test('it is said at most every two seconds', async () => {
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

test('no topic is no channel; another topic is another one', async () => {
  const { rerender } = render(<Probe topic={null} />)
  rerender(<Probe topic="typing:a" />)
  const first = await joinedAt(1)
  rerender(<Probe topic="typing:b" />)
  expect((await channelAt(2)).topic).toBe('typing:b')
  await vi.waitFor(() => expect(client.removeChannel).toHaveBeenCalledWith(first))
  expect(client.channels).toHaveLength(2)
})

test('coming back waits until the channel before has been left: both have the same address', async () => {
  const topic = newTopic()
  let confirmLeft: (answer: string) => void = () => {}
  client.removeChannel.mockImplementationOnce(() => new Promise((resolve) => (confirmLeft = resolve)))
  const { unmount } = render(<Probe topic={topic} />)
  await joinedAt(1)
  unmount()
  render(<Probe topic={topic} />)
  await vi.waitFor(() => expect(client.setAuth).toHaveBeenCalledTimes(2))
  expect(client.channels).toHaveLength(1)
  confirmLeft('ok')
  await channelAt(2)
})

test('a channel that the server closed is opened anew', async () => {
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

test('code that could not be loaded is asked for again once the page is online', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  sharedClient.mockRejectedValueOnce(new Error('offline'))
  render(<Probe topic={newTopic()} />)
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  window.dispatchEvent(new Event('online'))
  await channelAt(1)
  logged.mockRestore()
})
