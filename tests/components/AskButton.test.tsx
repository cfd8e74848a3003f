import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AskButton } from '@/components/AskButton'
import { Toasts } from '@/components/Toasts'
import { useChange } from '@/lib/useChange'
import { createTestQueryClient } from '../fakeServer'

type Call = (id: string) => Promise<string>

function Page({ call, owner, onDone }: { call: Call; owner: string; onDone?: (answer: string) => void }) {
  return (
    <>
      <h1 tabIndex={-1}>A screen</h1>
      <AskButton
        label="Freeze"
        change={useChange(call, { failure: false })}
        question={{ title: `Freeze ${owner}?`, text: 'They can unfreeze it.', args: owner }}
        failure={(text) => ({ title: 'Not frozen', text })}
        onDone={onDone}
      />
      <Toasts />
    </>
  )
}

/** `answer` settles the oldest call that still waits. */
function show(onDone?: (answer: string) => void) {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  const waiting: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
  const call = vi.fn<Call>(() => new Promise((resolve, reject) => waiting.push({ resolve, reject })))
  const client = createTestQueryClient()
  const page = (owner: string) => (
    <QueryClientProvider client={client}>
      <Page call={call} owner={owner} onDone={onDone} />
    </QueryClientProvider>
  )
  const { rerender } = render(page('Ada'))
  const settle = (how: 'resolve' | 'reject') =>
    act(async () => {
      if (how === 'resolve') waiting.shift()?.resolve('frozen')
      else waiting.shift()?.reject(new TypeError('Failed to fetch'))
      await Promise.resolve()
    })
  return { call, settle, rename: (owner: string) => rerender(page(owner)) }
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Freeze' }))
const dialog = () => screen.findByRole('dialog')
const confirm = async () => userEvent.click(within(await dialog()).getByRole('button', { name: 'Freeze' }))

test('a question that is answered with Cancel changes nothing, and the button gets the focus back', async () => {
  const { call } = show()
  await press()
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(call).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Freeze' })).toHaveFocus()
})

test('a question stays open with the error when its change fails, and closes when it has succeeded', async () => {
  const onDone = vi.fn<(answer: string) => void>()
  const { call, settle } = show(onDone)
  await press()
  await confirm()
  await settle('reject')
  expect(await within(await dialog()).findByRole('alert')).toHaveTextContent('Not frozenYou appear to be offline.')
  expect(onDone).not.toHaveBeenCalled()

  await confirm()
  await settle('resolve')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Freeze' })).toHaveFocus()
  expect(call).toHaveBeenCalledTimes(2)
  expect(onDone).toHaveBeenCalledExactlyOnceWith('frozen')
})

test('a second press sends nothing while the change is under way, also after the question was closed and opened again', async () => {
  const { call, settle } = show()
  await press()
  await confirm()
  await userEvent.click(within(await dialog()).getByRole('button', { name: /Processing/ }))
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await press()
  await userEvent.click(within(await dialog()).getByRole('button', { name: /Processing/ }))
  expect(call).toHaveBeenCalledOnce()
  await settle('resolve')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a question that is opened again shows no earlier error', async () => {
  const { settle } = show()
  await press()
  await confirm()
  await settle('reject')
  expect(await screen.findByText('Not frozen')).toBeVisible()
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await press()
  expect(await dialog()).toBeVisible()
  expect(screen.queryByText('Not frozen')).not.toBeInTheDocument()
})

test('a change that fails after its question was closed is shown as a toast', async () => {
  const { settle } = show()
  await press()
  await confirm()
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await settle('reject')
  expect(await screen.findByText('Not frozen')).toBeVisible()
})

test('an open question keeps its words and what the user agrees to', async () => {
  const { call, rename } = show()
  await press()
  await dialog()
  rename('Grace')
  expect(screen.getByRole('dialog', { name: 'Freeze Ada?' })).toBeVisible()
  await confirm()
  expect(call.mock.lastCall?.[0]).toBe('Ada')
})
