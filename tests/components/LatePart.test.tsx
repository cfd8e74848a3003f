import { render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LatePart } from '@/components/LatePart'

const Late = lazy(async () => ({ default: () => <p>it came</p> }))
const Lost = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

let logged = vi.spyOn(console, 'error')
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('waits for its code', async () => {
  render(
    <LatePart fallback={<p>waiting</p>}>
      <Late />
    </LatePart>,
  )
  expect(screen.getByText('waiting')).toBeVisible()
  expect(await screen.findByText('it came')).toBeVisible()
})

test('says in its place that the code did not come; the rest of the screen stays', async () => {
  render(
    <>
      <p>£12.00</p>
      <LatePart what="your insights" fallback={<p>waiting</p>}>
        <Lost />
      </LatePart>
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('We could not load your insights.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.getByText('£12.00')).toBeVisible()
})

test('a part that nobody misses leaves its place empty', async () => {
  render(
    <LatePart fallback={<p>its place</p>}>
      <Lost />
    </LatePart>,
  )
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('A part of a screen broke', expect.anything()))
  expect(screen.getByText('its place')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
