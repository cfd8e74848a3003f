import { QueryClientProvider, useMutation, type MutationMeta } from '@tanstack/react-query'
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
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Act {...props} />
      <Toasts />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Act' }))
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

  test('a failure that is only logged shows no toast, and its message is not logged', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    await act({ fails: new Error('PIN 12345 is taken'), meta: { failure: false } })
    await expect.poll(() => logged).toHaveBeenCalled()
    expect(JSON.stringify(logged.mock.calls)).not.toContain('12345')
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument()
  })
})
