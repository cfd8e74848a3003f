import { describe, expect, test } from 'vitest'
import {
  checkFilter,
  countSet,
  emptyFilterForm,
  formOf,
  readFilter,
  type FilterForm,
} from '@/features/staff/staff-transactions/filterForm'

const form = (change: Partial<FilterForm>): FilterForm => ({ ...emptyFilterForm, ...change })

describe('the filter', () => {
  test('the filter of an empty form has no limits', () => {
    expect(checkFilter(emptyFilterForm, [])).toEqual({
      search: '',
      least: null,
      most: null,
      from: '',
      until: '',
      status: '',
    })
  })

  test('the filter has trimmed texts, pence and days', () => {
    expect(
      checkFilter(
        form({ search: ' a@b.test ', least: '£1,234.50', most: '1234.5', from: '2026-11-01', until: '2026-11-01' }),
        [],
      ),
    ).toMatchObject({ search: 'a@b.test', least: 123_450, most: 123_450, from: '2026-11-01', until: '2026-11-01' })
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

  test('counts the filters that are set beside the search', () => {
    expect(countSet(emptyFilterForm)).toBe(0)
    expect(countSet(form({ search: 'a', least: '  ', until: '2026-11-01', status: 'failed' }))).toBe(2)
  })

  test('the filter of an address is the one that was put there', () => {
    const filter = { search: 'mill lane', least: 29, most: 100_000, from: '2026-11-01', until: '', status: 'failed' }
    const fields = new URLSearchParams(formOf(filter))
    expect(fields.get('least')).toBe('0.29')
    expect(readFilter((name) => fields.get(name) ?? '')).toEqual(filter)
  })

  test('the filter of an address leaves out what the form would refuse', () => {
    const fields: Record<string, string> = {
      search: ` ${'x'.repeat(300)}`,
      least: 'ten',
      most: '1.999',
      from: '2026-02-30',
      until: 'today',
      status: 'toString',
    }
    expect(readFilter((name) => fields[name] ?? '')).toEqual({
      ...emptyFilterForm,
      search: 'x'.repeat(254),
      least: null,
      most: null,
    })
  })
})
