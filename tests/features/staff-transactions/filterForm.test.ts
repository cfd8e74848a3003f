import { describe, expect, test } from 'vitest'
import { checkFilter, countSet, emptyFilterForm, type FilterForm } from '@/features/staff-transactions/filterForm'

const form = (change: Partial<FilterForm>): FilterForm => ({ ...emptyFilterForm, ...change })

describe('the filter', () => {
  test('of an empty form has no limits', () => {
    expect(checkFilter(emptyFilterForm, [])).toEqual({
      email: '',
      recipient: '',
      reference: '',
      least: null,
      most: null,
      from: '',
      until: '',
      status: '',
    })
  })

  test('has trimmed texts, pence and days', () => {
    expect(
      checkFilter(
        form({ email: ' a@b.test ', least: '£1,234.50', most: '1234.5', from: '2026-11-01', until: '2026-11-01' }),
        [],
      ),
    ).toMatchObject({ email: 'a@b.test', least: 123_450, most: 123_450, from: '2026-11-01', until: '2026-11-01' })
  })

  test.each<[Partial<FilterForm>, object]>([
    [{ least: '12.345' }, { least: 'Enter an amount such as 12.50' }],
    [{ most: 'ten' }, { most: 'Enter an amount such as 12.50' }],
    [{ least: '10', most: '9.99' }, { most: 'The highest amount is below the lowest.' }],
    [{ from: '2026-11-02', until: '2026-11-01' }, { until: 'The last day is before the first.' }],
  ])('%j is refused', (change, errors) => {
    expect(checkFilter(form(change), [])).toEqual({ errors })
  })

  test('requires complete days', () => {
    expect(checkFilter(emptyFilterForm, ['from', 'until'])).toEqual({
      errors: {
        from: 'Enter a complete date: day, month and year.',
        until: 'Enter a complete date: day, month and year.',
      },
    })
  })

  test('counts the filled fields', () => {
    expect(countSet(emptyFilterForm)).toBe(0)
    expect(countSet(form({ email: 'a', recipient: '  ', status: 'failed' }))).toBe(2)
  })
})
