import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { areaPart } from '@/app/areaPart'
import { UnexpectedErrors } from '@/app/UnexpectedErrors'

type Parts = { CardsScreen: ComponentType }

const parts: Parts = { CardsScreen: () => <h1>Cards</h1> }
const lost = new TypeError('Failed to fetch dynamically imported module: https://bank.example/a.js')
const load = vi.fn<() => Promise<Parts>>()

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  load.mockReset().mockResolvedValue(parts)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show() {
  const Screen = areaPart({ load, loaded: () => undefined }, 'CardsScreen')
  return render(
    <UnexpectedErrors resetKey="">
      <Suspense fallback="Loading...">
        <Screen />
      </Suspense>
    </UnexpectedErrors>,
  )
}

test('appears after its download', async () => {
  show()
  expect(await screen.findByRole('heading', { name: 'Cards' })).toBeInTheDocument()
})

test('says in place that it could not be downloaded, and appears when the connection returns', async () => {
  load.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
  show()
  expect(await screen.findByText("We couldn't load this screen.")).toBeInTheDocument()
  expect(screen.getByText('You appear to be offline. Check your connection and try again.')).toBeInTheDocument()
  expect(screen.queryByText('Unexpected Application Error!')).toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByRole('heading', { name: 'Cards' })).toBeInTheDocument()
})

test('says that a new version is ready when the server answers without the file', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  load.mockRejectedValue(lost)
  show()
  expect(await screen.findByText('A new version of Fernbank is ready. Reload the page.')).toBeInTheDocument()
  expect(screen.queryByText(/offline/)).not.toBeInTheDocument()
})

test('appears by itself also when the browser reports no connection event', async () => {
  load.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
  show()
  expect(await screen.findByText("We couldn't load this screen.")).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByRole('heading', { name: 'Cards' })).toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledTimes(3)
})

test('appears after a click on the retry button', async () => {
  load.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Cards' })).toBeInTheDocument()
})
