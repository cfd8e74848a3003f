import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Recipient } from '@/features/money/recipients/queries'
import { RecipientRow } from '@/features/money/recipients/RecipientRow'
import { recipient as aRecipient } from '../../../payees'

const recipient: Recipient = {
  ...aRecipient,
  lastOutcome: 'match',
  lastPayment: 1250,
  lastPaidAt: '2026-11-21T09:05:00Z',
  paidCount: 1,
}
const onSelect = vi.fn<() => void>()
const onMore = vi.fn<() => void>()
const onDelete = vi.fn<() => void>()

afterEach(() => {
  vi.clearAllMocks()
})

function show(change: Partial<Recipient> = {}) {
  render(
    <ul>
      <RecipientRow recipient={{ ...recipient, ...change }} onSelect={onSelect} onMore={onMore} onDelete={onDelete} />
    </ul>,
  )
  return screen.getByRole('button', { name: /Olive Outside.*20-00-00/ })
}

function swipe(target: Element, way: number, pointerType = 'touch') {
  const at = (clientX: number) => ({ clientX, pointerType, pointerId: 1, isPrimary: true })
  fireEvent.pointerDown(target, at(200))
  fireEvent.pointerMove(target, at(200 + way / 2))
  fireEvent.pointerMove(target, at(200 + way))
  fireEvent.pointerUp(target, at(200 + way))
  // A browser also sends a click when the finger is lifted on the button.
  fireEvent.click(target)
}

const revealed = () => screen.queryByText('Delete')

test('shows name, numbers and the last payment', () => {
  const row = show()
  expect(row).toHaveTextContent('Olive Outside 20-00-00 87654321 Last payment: £12.50')
})

test('shows no last payment for a recipient without one', () => {
  expect(show({ lastPayment: null })).not.toHaveTextContent('Last payment')
})

test('shows the nickname above the name on the account, and marks a favourite', () => {
  show({ nickname: 'Landlady', isFavourite: true })
  const row = screen.getByRole('button', { name: /^Landlady/ })
  expect(row).toHaveAccessibleName(/^Landlady Favourite Olive Outside 20-00-00 87654321/)
  expect(screen.getByRole('button', { name: 'More for Landlady' })).toBeVisible()
})

test('a tap selects, and the small button opens the menu', async () => {
  const row = show()
  await userEvent.click(row)
  expect(onSelect).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'More for Olive Outside' }))
  expect(onMore).toHaveBeenCalledOnce()
  expect(onSelect).toHaveBeenCalledOnce()
})

test.each([-50, -20, 80])('a swipe of %d px shows no delete button', (way) => {
  swipe(show(), way)
  expect(revealed()).not.toBeInTheDocument()
})

test('a swipe of more than 50 px to the left shows it and selects nothing', async () => {
  swipe(show(), -51)
  expect(revealed()).toBeVisible()
  expect(onSelect).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Delete Olive Outside' }))
  expect(onDelete).toHaveBeenCalledOnce()
})

test('a swipe of more than 50 px to the right hides it', () => {
  const row = show()
  swipe(row, -80)
  swipe(row, 50)
  expect(revealed()).toBeVisible()
  swipe(row, 51)
  expect(revealed()).not.toBeInTheDocument()
  expect(onSelect).not.toHaveBeenCalled()
})

test('ignores a mouse', () => {
  swipe(show(), -80, 'mouse')
  expect(revealed()).not.toBeInTheDocument()
})

test('ignores a gesture that the browser handles as scrolling', () => {
  const row = show()
  const at = { pointerType: 'touch', pointerId: 1, isPrimary: true }
  fireEvent.pointerDown(row, { ...at, clientX: 200 })
  fireEvent.pointerMove(row, { ...at, clientX: 120 })
  fireEvent.pointerCancel(row, at)
  fireEvent.pointerUp(row, { ...at, clientX: 120 })
  expect(revealed()).not.toBeInTheDocument()
})
