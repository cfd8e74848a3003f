import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AmountField } from '@/components/AmountField'

async function leaveField(error?: string) {
  const onChange = vi.fn<(amount: string) => void>()
  render(<AmountField value="12,50" onChange={onChange} {...(error !== undefined && { error })} />)
  await userEvent.click(screen.getByLabelText('Amount (£)'))
  await userEvent.tab()
  return onChange
}

test('a comma is rewritten as it was read', async () => {
  expect(await leaveField()).toHaveBeenCalledExactlyOnceWith('12.50')
})

test('a comma is not rewritten beside an error, which still holds', async () => {
  expect(await leaveField("You don't have enough balance.")).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Amount (£)')).toHaveAccessibleDescription("You don't have enough balance.")
})
