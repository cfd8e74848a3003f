import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SpokenDigits } from '@/components/SpokenDigits'

test.each([
  ['a sort code', '20-00-00', '2 0, 0 0, 0 0'],
  ['an account number', '85959493', '8 5 9 5, 9 4 9 3'],
  ['both', '20-00-00 85959493', '2 0, 0 0, 0 0, 8 5 9 5, 9 4 9 3'],
])('shows %s as it is and has a screen reader read its digits in groups', (_, shown, spoken) => {
  const { container } = render(<SpokenDigits>{shown}</SpokenDigits>)
  expect(container).toHaveTextContent(new RegExp(`^${shown}$`))
  expect(screen.getByText(shown)).toHaveAttribute('aria-hidden', 'true')
  expect(container.firstChild).toHaveAttribute('data-spoken', spoken)
})

test.each(['…00000001', '****9493', 'None'])('%s is read as it is shown', (shown) => {
  render(
    <p>
      <SpokenDigits>{shown}</SpokenDigits>
    </p>,
  )
  expect(screen.getByRole('paragraph').innerHTML).toBe(shown)
})
