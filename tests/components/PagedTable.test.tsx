import type { UseQueryResult } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PagedTable } from '@/components/PagedTable'
import { pagesInAddress } from '@/components/pagesInAddress'

function show(isPlaceholderData: boolean) {
  const query = { data: [], isPlaceholderData, isPaused: false, error: null } as unknown as UseQueryResult<string[]>
  render(
    <PagedTable
      query={query}
      words={{ title: 'Users', what: 'the users', none: 'No users found', columns: ['Name'] }}
      pages={pagesInAddress('', () => {})}
      pageSize={25}
      placeOf={(row) => row}
      heading={{ current: null }}
    >
      {(row) => <tr key={row} />}
    </PagedTable>,
  )
}

test('a staff list says that it is empty', () => {
  show(false)
  expect(screen.getByText('No users found')).toBeVisible()
})

test('a staff list does not say that nothing was found while the next search runs', () => {
  show(true)
  expect(screen.queryByText('No users found')).not.toBeInTheDocument()
})
