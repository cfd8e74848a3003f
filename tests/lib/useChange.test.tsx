import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/Toasts'
import { WordedError } from '@/lib/errors'
import { createQueryClient } from '@/lib/queryClient'
import { useChange } from '@/lib/useChange'
import { usePendingChanges } from '@/lib/usePendingChanges'

type Props = NonNullable<Parameters<typeof useChange<void, unknown>>[1]> & { fails?: Error }

function Act({ fails, ...change }: Props) {
  const { mutate } = useChange(() => (fails ? Promise.reject(fails) : Promise.resolve()), change)
  return <button onClick={() => mutate()}>Act</button>
}

async function act(props: Props) {
  const shown = render(
    <QueryClientProvider client={createQueryClient()}>
      <Act {...props} />
      <Toasts />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
  return shown
}

describe('the toast of a change', () => {
  test('a change that succeeds shows its toast', async () => {
    await act({ success: { title: 'Request sent', text: 'We will call you' } })
    expect(await screen.findByText('Request sent')).toBeInTheDocument()
    expect(screen.getByText('We will call you')).toBeInTheDocument()
  })

  test("a failure without its own text is 'Error' and its message for users", async () => {
    await act({ fails: new WordedError('Row is locked') })
    expect(await screen.findByText('Error')).toBeInTheDocument()
    expect(screen.getByText('Row is locked')).toBeInTheDocument()
  })

  test("a failure with its own title has the server's message too", async () => {
    await act({ fails: new WordedError('Row is locked'), failure: 'Not saved' })
    expect(await screen.findByText('Not saved')).toBeInTheDocument()
    expect(screen.getByText('Row is locked')).toBeInTheDocument()
  })

  test('a failure may be worded from its error', async () => {
    await act({ fails: new Error('x'), failure: (error) => ({ title: `Failed: ${error.message}` }) })
    expect(await screen.findByText('Failed: x')).toBeInTheDocument()
  })

  test("a refusal that a form shows at its field has no toast, or only the toast's title", async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const fails = Object.assign(new Error('At most £100.'), { code: 'PT400', hint: 'field:amount' })
    const first = await act({
      fails,
      failure: { title: 'Not saved', text: 'At most £100.' },
      atField: 'title',
    })
    expect(await screen.findByText('Not saved')).toBeInTheDocument()
    expect(screen.queryByText('At most £100.')).not.toBeInTheDocument()
    first.unmount()
    await act({ fails, failure: { title: 'Not stored' }, atField: 'nothing' })
    await expect.poll(() => logged).toHaveBeenCalled()
    expect(screen.queryByText('Not stored')).not.toBeInTheDocument()
  })

  test('a refusal of no field has its whole toast, also in a form', async () => {
    const fails = Object.assign(new Error('Not now.'), { code: 'PT409', hint: 'too-late' })
    await act({ fails, atField: 'nothing' })
    expect(await screen.findByText('Not now.')).toBeInTheDocument()
  })

  test('a failure that is only logged shows no toast, and its message is not logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    await act({ fails: new Error('PIN 12345 is taken'), failure: false })
    await expect.poll(() => logged).toHaveBeenCalled()
    expect(JSON.stringify(logged.mock.calls)).not.toContain('12345')
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument()
  })
})

describe('what a change makes stale', () => {
  let answer: (fails?: Error) => void
  let reads: ((value: string) => void)[]

  function List() {
    const list = useQuery({ queryKey: ['list'], queryFn: () => new Promise<string>((resolve) => reads.push(resolve)) })
    const { mutate, status } = useChange(
      () => new Promise<void>((resolve, reject) => (answer = (fails) => (fails ? reject(fails) : resolve()))),
      { stale: [['list']], failure: false },
    )
    return (
      <button onClick={() => mutate()}>
        {list.data} {status}
      </button>
    )
  }

  async function press() {
    reads = []
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    render(
      <QueryClientProvider client={createQueryClient()}>
        <List />
      </QueryClientProvider>,
    )
    await vi.waitFor(() => expect(reads).toHaveLength(1))
    reads[0]?.('before')
    await userEvent.click(await screen.findByText('before idle'))
  }

  test('is refetched before the change counts as made', async () => {
    await press()
    answer()
    await vi.waitFor(() => expect(reads).toHaveLength(2))
    expect(screen.getByRole('button')).toHaveTextContent('before pending')
    reads[1]?.('after')
    expect(await screen.findByText('after success')).toBeInTheDocument()
  })

  test('is refetched after a failure too, which is said without waiting', async () => {
    await press()
    answer(new Error('lost'))
    expect(await screen.findByText('before error')).toBeInTheDocument()
    expect(reads).toHaveLength(2)
    reads[1]?.('after')
    expect(await screen.findByText('after error')).toBeInTheDocument()
  })
})

describe('changes in turn', () => {
  const sent: { change: number; answer: (fails?: Error) => void }[] = []

  function Steps() {
    const pending = usePendingChanges<number>('steps')
    const { mutate } = useChange(
      (change: number) =>
        new Promise<void>((resolve, reject) =>
          sent.push({ change, answer: (fails) => (fails ? reject(fails) : resolve()) }),
        ),
      { inTurn: 'steps', failure: false },
    )
    return (
      <>
        <p>{pending.length === 0 ? 'none' : pending.join()}</p>
        {[1, 2, 3].map((change) => (
          <button key={change} onClick={() => mutate(change)}>
            {change}
          </button>
        ))}
      </>
    )
  }

  test('are sent one after the other, in their order, also after a failure', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Steps />
      </QueryClientProvider>,
    )
    for (const change of ['1', '2', '3']) await userEvent.click(screen.getByRole('button', { name: change }))
    expect(await screen.findByText('1,2,3')).toBeInTheDocument()
    expect(sent.map(({ change }) => change)).toEqual([1])
    sent[0]?.answer(new Error('refused'))
    expect(await screen.findByText('2,3')).toBeInTheDocument()
    await vi.waitFor(() => expect(sent.map(({ change }) => change)).toEqual([1, 2]))
    sent[1]?.answer()
    expect(await screen.findByText('3')).toBeInTheDocument()
    await vi.waitFor(() => expect(sent).toHaveLength(3))
    sent[2]?.answer()
    expect(await screen.findByText('none')).toBeInTheDocument()
  })
})
