import { createTestQueryClient } from '../fakeServer'
import { keepPreviousData, onlineManager, QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Loaded } from '@/components/Loaded'

afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

function Part({ read, onDraw }: { read: () => Promise<string>; onDraw?: () => void }) {
  const query = useQuery({ queryKey: ['part'], queryFn: read })
  onDraw?.()
  return (
    <Loaded query={query} what="your account" skeleton={<p>grey boxes</p>}>
      {(data) => <p>{data}</p>}
    </Loaded>
  )
}

function show(read: () => Promise<string>, onDraw?: () => void) {
  const client: QueryClient = createTestQueryClient()
  render(
    <QueryClientProvider client={client}>
      <Part read={read} onDraw={onDraw} />
    </QueryClientProvider>,
  )
  return client
}

const fails = () => Promise.reject(new TypeError('Failed to fetch'))

describe('Loaded', () => {
  test('shows its skeleton and what is loading until the data arrives', async () => {
    const answers: ((text: string) => void)[] = []
    show(() => new Promise((resolve) => answers.push(resolve)))
    expect(screen.getByText('grey boxes')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Loading your account')
    answers.forEach((answer) => answer('£12.00'))
    expect(await screen.findByText('£12.00')).toBeVisible()
    expect(screen.queryByText('grey boxes')).not.toBeInTheDocument()
  })

  test('shows the error, and retries on request', async () => {
    let isUp = false
    show(() => (isUp ? Promise.resolve('£12.00') : fails()))
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your account.")
    expect(screen.getByRole('alert')).toHaveTextContent('You appear to be offline.')
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('£12.00')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('keeps showing the error until it recovers', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isUp = false
    const read = vi.fn<() => Promise<string>>(() => (isUp ? Promise.resolve('£12.00') : fails()))
    show(read)
    expect(await screen.findByRole('alert')).toBeVisible()
    const asked = read.mock.calls.length
    const seen: boolean[] = []
    for (let second = 0; second < 12; second += 1) {
      await act(() => vi.advanceTimersByTimeAsync(1000))
      seen.push(screen.queryByRole('alert') !== null)
    }
    expect(read.mock.calls.length).toBeGreaterThan(asked)
    expect(seen).not.toContain(false)
    isUp = true
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(screen.getByText('£12.00')).toBeVisible()
    const settled = read.mock.calls.length
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(read).toHaveBeenCalledTimes(settled)
  })

  test('Loaded does not retry a refusal', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const read = vi.fn<() => Promise<string>>(() =>
      Promise.reject(Object.assign(new Error('permission denied'), { code: '42501' })),
    )
    show(read)
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Try again.')
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(read).toHaveBeenCalledOnce()
  })

  test('keeps the data that cannot be refreshed, with a message', async () => {
    let isUp = true
    const client = show(() => (isUp ? Promise.resolve('£12.00') : fails()))
    expect(await screen.findByText('£12.00')).toBeVisible()
    isUp = false
    await act(() => client.invalidateQueries())
    expect(await screen.findByText(/We couldn't refresh your account/)).toBeVisible()
    expect(screen.getByText('£12.00')).toBeVisible()
    isUp = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(screen.queryByText(/couldn't refresh/)).not.toBeInTheDocument(), { timeout: 20_000 })
  })

  test('is not drawn again when a refetch brings the same data', async () => {
    const handleDraw = vi.fn<() => void>()
    const answers: (() => void)[] = []
    const client = show(() => new Promise((resolve) => answers.push(() => resolve('£12.00'))), handleDraw)
    answers[0]?.()
    expect(await screen.findByText('£12.00')).toBeVisible()
    handleDraw.mockClear()
    const refetch = client.invalidateQueries()
    // The library tells its observers in a timer.
    for (const answer of [undefined, () => answers[1]?.()]) {
      await act(async () => {
        answer?.()
        await new Promise((resolve) => setTimeout(resolve))
      })
    }
    await refetch
    expect(answers).toHaveLength(2)
    expect(handleDraw).not.toHaveBeenCalled()
  })

  test('shows that there is no connection', async () => {
    onlineManager.setOnline(false)
    show(() => Promise.resolve('£12.00'))
    expect(await screen.findByRole('alert')).toHaveTextContent('You appear to be offline.')
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByText('£12.00')).toBeVisible()
  })

  test('does not show what was found for another search as the answer without a connection', async () => {
    function Search({ text }: { text: string }) {
      const query = useQuery({
        queryKey: ['search', text],
        queryFn: () => `found for ${text}`,
        placeholderData: keepPreviousData,
      })
      return (
        <Loaded query={query} what="the results" skeleton={null}>
          {(data) => <p>{data}</p>}
        </Loaded>
      )
    }
    const client = createTestQueryClient()
    const search = (text: string) => (
      <QueryClientProvider client={client}>
        <Search text={text} />
      </QueryClientProvider>
    )
    const { rerender } = render(search('Payee'))
    expect(await screen.findByText('found for Payee')).toBeVisible()
    act(() => onlineManager.setOnline(false))
    rerender(search('Trains'))
    expect(await screen.findByRole('alert')).toHaveTextContent('You appear to be offline.')
    expect(screen.queryByText('found for Payee')).not.toBeInTheDocument()
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByText('found for Trains')).toBeVisible()
  })
})
