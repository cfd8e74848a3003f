import { describe, expect, test } from 'vitest'
import { screens } from '@/app/areas'
import { isTabOpen, staffEntries } from '@/app/staffEntries'
import { adminPermissions, extraPermissions } from '@/features/person/permissions/permissionNames'

const everyPermission: string[] = [...adminPermissions, ...extraPermissions]
const shown = (roles: string[], permissions: string[]) =>
  staffEntries({ roles, permissions }).map(({ label, tabs }) => [label, ...tabs.map((tab) => tab.label)])

describe('the entries of the staff navigation', () => {
  test('are six, and each screen of staff is in exactly one of them', () => {
    const entries = staffEntries({ roles: ['admin', 'super_admin'], permissions: everyPermission })
    expect(shown(['admin', 'super_admin'], everyPermission)).toEqual([
      ['Overview', 'Overview'],
      ['Chat', 'Admin Chat', 'Transcripts'],
      ['Payments', 'All Transactions', 'Repair Transactions', 'Between Banks'],
      ['Users', 'User Management'],
      ['To do', 'Cases', 'Approvals'],
      ['Control', 'Admin Management', 'Payment Rules', 'Interest Rates', 'Audit', 'Jobs'],
    ])
    const tabs = entries.flatMap((entry) => entry.tabs)
    for (const { path } of screens.staff)
      expect([path, tabs.filter((tab) => isTabOpen(tab, path)).length]).toEqual([path, 1])
  })

  test('leave out what the person may not open', () => {
    expect(shown([], everyPermission)).toEqual([])
    expect(shown(['admin'], [])).toEqual([['Overview', 'Overview']])
    expect(shown(['admin'], ['repair_transactions', 'approve_users'])).toEqual([
      ['Overview', 'Overview'],
      ['Payments', 'Repair Transactions', 'Between Banks'],
      ['Users', 'User Management'],
      ['To do', 'Approvals'],
    ])
    expect(shown(['super_admin'], everyPermission)).toEqual([
      ['Overview', 'Overview'],
      ['To do', 'Approvals'],
      ['Control', 'Admin Management', 'Payment Rules', 'Interest Rates', 'Audit', 'Jobs'],
    ])
  })
})
