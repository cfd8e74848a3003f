import { describe, expect, test } from 'vitest'
import { checkFilter, emptyFilterForm } from '@/features/staff/staff-transactions/filterForm'
import { findDay } from '@/features/staff/staff-transactions/searchDay'

const now = new Date('2026-11-28T12:00:00Z')

describe('a day in the text of a search', () => {
  test.each([
    ['66.29 4 April', '2026-04-04', '66.29'],
    ['4th apr', '2026-04-04', ''],
    ['rent 1 December', '2025-12-01', 'rent'],
    ['28 nov', '2026-11-28', ''],
    ['29 Feb', '2024-02-29', ''],
    ['4 April 2025 lena', '2025-04-04', 'lena'],
    ['4/4/2026', '2026-04-04', ''],
    ['04/12/26 12.50', '2026-12-04', '12.50'],
    ['2026-04-04', '2026-04-04', ''],
    ['3 Sept', '2026-09-03', ''],
  ])('%j is %s, and the words are %j', (search, day, rest) => {
    expect(findDay(search, now)).toEqual({ day, rest })
  })

  test.each(['66.29', 'April Jones', '4', '31 April', '32/1/2026', '20/00/00', '12-34-56', 'flat 4 Maryland', ''])(
    '%j has none',
    (search) => expect(findDay(search, now)).toBeNull(),
  )

  test('is the period of the search, unless the form has one', () => {
    const form = { ...emptyFilterForm, search: '66.29 4/4/2026' }
    expect(checkFilter(form, [])).toMatchObject({ search: '66.29', from: '2026-04-04', until: '2026-04-04' })
    expect(checkFilter({ ...form, from: '2026-01-01' }, [])).toMatchObject({ search: form.search, until: '' })
    expect(checkFilter(form, ['until'])).toMatchObject({ errors: {} })
  })
})
