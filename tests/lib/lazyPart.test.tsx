import { act, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '@/components/Toasts'
import { lazyPart } from '@/lib/lazyPart'

type Greeting = ComponentType<{ name: string }>

function Hello({ name }: { name: string }) {
  return <p>Hello {name}</p>
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('appears after its download, and immediately the next time', async () => {
  const load = vi.fn<() => Promise<Greeting>>(async () => Hello)
  const Part = lazyPart(load)
  const { unmount } = render(<Part name="Nia" />)
  expect(await screen.findByText('Hello Nia')).toBeInTheDocument()
  unmount()
  render(<Part name="Olive" />)
  expect(screen.getByText('Hello Olive')).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part whose file is gone after a release offers to reload, and is never called offline', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  const load = vi.fn<() => Promise<Greeting>>(async () => Hello)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: https://bank.example/a.js'))
  const Part = lazyPart(load)
  render(
    <>
      <input aria-label="What I typed" defaultValue="Olive" />
      <Part name="Nia" />
      <Toasts />
    </>,
  )
  expect(await screen.findByText('A new version of Fernbank is ready. Reload the page.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
  expect(screen.queryByText(/offline/)).not.toBeInTheDocument()
  expect(screen.getByLabelText('What I typed')).toHaveValue('Olive')
})

test('a part without a connection shows a toast, keeps the rest of the screen, and appears when the connection is back', async () => {
  const load = vi.fn<() => Promise<Greeting>>(async () => Hello)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: https://bank.example/a.js'))
  const Part = lazyPart(load)
  render(
    <>
      <input aria-label="What I typed" defaultValue="Olive" />
      <Part name="Nia" />
      <Toasts />
    </>,
  )
  expect(await screen.findByText('You appear to be offline. Check your connection and try again.')).toBeInTheDocument()
  expect(screen.getByLabelText('What I typed')).toHaveValue('Olive')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(await screen.findByText('Hello Nia')).toBeInTheDocument()
})
