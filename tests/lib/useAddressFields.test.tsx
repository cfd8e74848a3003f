import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useAddressFields } from '@/lib/useAddressFields'

test('two changes before the next render are both in the address', async () => {
  let address: ReturnType<typeof useAddressFields<'search' | 'sort'>> | undefined
  function Screen() {
    address = useAddressFields<'search' | 'sort'>()
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: ['/#sort=oldest'] })
  render(<RouterProvider router={router} />)
  const before = address
  act(() => {
    before?.setFields({ search: 'mill lane' })
    before?.setFields({ sort: 'highest' })
  })
  expect(router.state.location.hash).toBe('#sort=highest&search=mill+lane')
  await act(() => router.navigate(-1))
  expect(address?.field('sort')).toBe('oldest')
  act(() => address?.setFields({ sort: '' }))
  expect(router.state.location.hash).toBe('#search=mill+lane')
})
