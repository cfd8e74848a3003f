import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CopyableNumber } from '@/components/CopyableNumber'

test('copies the number and confirms it', async () => {
  const person = userEvent.setup()
  render(<CopyableNumber label="Sort code" value="00-24-68" />)
  await person.click(screen.getByRole('button', { name: 'Copy sort code' }))
  expect(await navigator.clipboard.readText()).toBe('00-24-68')
  expect(await screen.findByRole('status')).toHaveTextContent('Sort code copied')
})

test('shows when the browser refuses', async () => {
  const person = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  render(<CopyableNumber label="Sort code" value="00-24-68" />)
  await person.click(screen.getByRole('button', { name: 'Copy sort code' }))
  expect(await screen.findByText('Not copied')).toBeVisible()
  expect(screen.getByText('00-24-68')).toBeVisible()
})
