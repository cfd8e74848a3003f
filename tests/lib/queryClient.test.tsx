import { QueryClientProvider, QueryObserver, useMutation, type MutationMeta } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/Toasts'
import { WordedError } from '@/lib/errors'
import { createQueryClient } from '@/lib/queryClient'

function Act({ meta, fails }: { meta?: MutationMeta; fails?: Error }) {
  const { mutate } = useMutation({
    mutationFn: () => (fails ? Promise.reject(fails) : Promise.resolve()),
    ...(meta && { meta }),
  })
  return <button onClick={() => mutate()}>Act</button>
}

async function act(props: { meta?: MutationMeta; fails?: Error }) {
  const shown = render(
    <QueryClientProvider client={createQueryClient()}>
      <Act {...props} />
      <Toasts />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
  return shown
}

describe('the toast of a mutation', () => {
  test('a mutation that succeeds shows its toast', async () => {
    await act({ meta: { success: { title: 'Request sent', text: 'We will call you' } } })
    expect(await screen.findByText('Request sent')).toBeInTheDocument()
    expect(screen.getByText('We will call you')).toBeInTheDocument()
  })

  test("a failure without its own text is 'Error' and its message for users", async () => {
    await act({ fails: new WordedError('Row is locked') })
    expect(await screen.findByText('Error')).toBeInTheDocument()
    expect(screen.getByText('Row is locked')).toBeInTheDocument()
  })

  test('a failure may be worded from its error', async () => {
    await act({ fails: new Error('x'), meta: { failure: (error) => ({ title: `Failed: ${error.message}` }) } })
    expect(await screen.findByText('Failed: x')).toBeInTheDocument()
  })

  test("a refusal that a form shows at its field has no toast, or only the toast's title", async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const fails = Object.assign(new Error('At most £100.'), { code: 'PT400', hint: 'field:amount' })
    const first = await act({
      fails,
      meta: { failure: { title: 'Not saved', text: 'At most £100.' }, atField: 'title' },
    })
    expect(await screen.findByText('Not saved')).toBeInTheDocument()
    expect(screen.queryByText('At most £100.')).not.toBeInTheDocument()
    first.unmount()
    await act({ fails, meta: { failure: { title: 'Not stored' }, atField: 'nothing' } })
    await expect.poll(() => logged).toHaveBeenCalled()
    expect(screen.queryByText('Not stored')).not.toBeInTheDocument()
  })

  test('a refusal of no field has its whole toast, also in a form', async () => {
    const fails = Object.assign(new Error('Not now.'), { code: 'PT409', hint: 'too-late' })
    await act({ fails, meta: { atField: 'nothing' } })
    expect(await screen.findByText('Not now.')).toBeInTheDocument()
  })

  test('a failure that is only logged shows no toast, and its message is not logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    await act({ fails: new Error('PIN 12345 is taken'), meta: { failure: false } })
    await expect.poll(() => logged).toHaveBeenCalled()
    expect(JSON.stringify(logged.mock.calls)).not.toContain('12345')
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument()
  })
})

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
      <Act meta={{ failure: false }} {...(fails && { fails })} />
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
      <Act meta={{ failure: false }} />
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
