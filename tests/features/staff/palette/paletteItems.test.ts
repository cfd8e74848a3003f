import { describe, expect, test } from 'vitest'
import { nextOption, paletteItems, type IdKind } from '@/features/staff/palette/paletteItems'

const screens = [
  { label: 'Overview', to: '/admin' },
  { label: 'Audit', to: '/admin/audit' },
]
const every = {
  roles: ['admin', 'super_admin'],
  permissions: ['manage_chat', 'view_transactions', 'approve_users', 'manage_cases'],
}
const pathsFor = (text: string, own = every, kinds: IdKind[] = []) =>
  paletteItems(text, screens, own, kinds).map(({ to }) => to)

describe('the palette offers', () => {
  test('every screen without a text, and those that contain it', () => {
    expect(pathsFor('')).toEqual(['/admin', '/admin/audit'])
    expect(pathsFor('  OVER ')[0]).toBe('/admin')
  })

  test('searches for a name', () => {
    expect(pathsFor('Marta Lind')).toEqual([
      '/admin/users#search=Marta+Lind',
      '/admin/transactions#search=Marta+Lind',
      '/admin/cases#search=Marta+Lind',
      '/admin/chat#search=Marta+Lind',
      '/admin/audit#search=Marta+Lind',
    ])
  })

  test('only the record that an id identifies', () => {
    const id = '0198c0de-0000-7000-8000-000000000001'
    for (const [kind, path] of [
      ['user', `/admin/users/${id}`],
      ['payment', `/admin/transactions#id=${id}`],
      ['chat', `/admin/chat?chat=${id}`],
      ['transcript', `/admin/transcripts/${id}`],
      ['case', `/admin/cases/${id}`],
    ] as const)
      expect(pathsFor(id, every, [kind])).toEqual([path, `/admin/audit#search=${id}`])
    expect(pathsFor(id, every)).toEqual([`/admin/audit#search=${id}`])
  })

  test('a row of the audit for its number', () => {
    expect(pathsFor('42')).toContain('/admin/audit#row=42')
  })

  test('the palette offers a super admin without the role admin no search of users', () => {
    expect(pathsFor('Marta', { ...every, roles: ['super_admin'] })).toEqual(['/admin/audit#search=Marta'])
    expect(pathsFor('Marta', { roles: ['admin'], permissions: ['manage_chat'] })).toEqual(['/admin/chat#search=Marta'])
    expect(pathsFor('Marta', { roles: ['admin'], permissions: [] })).toEqual([])
  })
})

test.each([
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 0, 0],
] as const)('a move from option %d by %d of %d leads to %d', (from, step, count, to) =>
  expect(nextOption(from, step, count)).toBe(to),
)
