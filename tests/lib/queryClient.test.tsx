import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OtherRelease } from '@/lib/errors'
import { createQueryClient } from '@/lib/queryClient'
import { useChange } from '@/lib/useChange'

function Act({ fails }: { fails?: Error }) {
  const { mutate } = useChange(() => (fails ? Promise.reject(fails) : Promise.resolve()), { failure: false })
  return <button onClick={() => mutate()}>Act</button>
}

test.each([
  ['a write', undefined],
  ['a write whose answer was lost', new Error('lost')],
])('%s makes what other screens have read stale, without a refetch', async (_, fails) => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const client = createQueryClient()
  const queryFn = vi.fn<() => Promise<string>>(async () => 'read')
  await client.fetchQuery({ queryKey: ['cases'], queryFn })
  await client.fetchQuery({ queryKey: ['payee check'], queryFn, staleTime: Infinity })
  render(
    <QueryClientProvider client={client}>
      <Act {...(fails && { fails })} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
  await expect.poll(() => client.getQueryState(['cases'])?.isInvalidated).toBe(true)
  expect(client.getQueryState(['payee check'])?.isInvalidated).toBe(false)
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('a write makes stale what another screen reads for the first time, when it has been read', async () => {
  const client = createQueryClient()
  let answer: (value: string) => void = () => {}
  const read = client.fetchQuery({
    queryKey: ['cases'],
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  })
  render(
    <QueryClientProvider client={client}>
      <Act />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
  await expect.poll(() => client.isMutating()).toBe(0)
  answer('before the write')
  await read
  await expect.poll(() => client.getQueryState(['cases'])?.isInvalidated).toBe(true)
})

test('what changes while it is fetched for the first time is fetched again', async () => {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['call'], queryFn })
  const stop = observer.subscribe(() => {})
  const others = vi.fn<() => Promise<string>>(async () => 'other')
  await client.fetchQuery({ queryKey: ['other'], queryFn: others })

  const isDone = vi.fn<() => void>()
  void client.invalidateQueries({ queryKey: ['call'] }).then(isDone)
  answers[0]?.('before the change')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(observer.getCurrentResult().data).toBe('before the change')
  expect(isDone).not.toHaveBeenCalled()
  answers[1]?.('after the change')
  await vi.waitFor(() => expect(isDone).toHaveBeenCalled())
  expect(observer.getCurrentResult().data).toBe('after the change')
  expect([answers.length, others.mock.calls.length]).toEqual([2, 1])
  stop()
})

test.each([
  ['updating', 2],
  ['new-version', 1],
] as const)('a read that failed because the release is %s is read %i times in five seconds', async (hint, times) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const client = createQueryClient()
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValue(new OtherRelease(hint, 'Later'))
  const stop = new QueryObserver(client, { queryKey: ['cases'], queryFn }).subscribe(() => {})
  onTestFinished(stop)
  await vi.advanceTimersByTimeAsync(5500)
  expect(queryFn).toHaveBeenCalledTimes(times)
})
