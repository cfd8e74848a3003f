import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Balance } from '@/features/money/accounts/Balance'

/** The texts that the balance shows, in their order. */
function watchBalance() {
  const texts: string[] = []
  const { rerender, container } = render(<Balance pence={100_00} />)
  new MutationObserver(() => texts.push(container.textContent ?? '')).observe(container, {
    characterData: true,
    childList: true,
    subtree: true,
  })
  return { texts, change: (pence: number) => rerender(<Balance pence={pence} />) }
}

test('a balance counts to its new value, without passing it', async () => {
  const { texts, change } = watchBalance()
  expect(screen.getByText('£100.00')).toBeInTheDocument()
  change(200_00)
  expect(screen.getByText('£100.00')).toBeInTheDocument()
  expect(await screen.findByText('£200.00')).toBeInTheDocument()
  await waitFor(() => expect(texts.length).toBeGreaterThan(1))
  expect(texts).toEqual(texts.toSorted((a, b) => a.localeCompare(b)))
})

test('a balance changes at once under reduced motion', () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('reduced-motion') }),
  )
  const { change } = watchBalance()
  change(200_00)
  expect(screen.getByText('£200.00')).toBeInTheDocument()
})
