import { json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { beforeEach, describe, expect, test } from 'vitest'
import { AdminManagementScreen } from '@/screens/AdminManagementScreen'

type Answers = Parameters<typeof serve>[0]

const personRow = (fullName: string | null, permissions: string[] = []) => ({
  id: `id of ${fullName}`,
  created_at: '2026-11-21T09:05:00.123456+00:00',
  full_name: fullName,
  approved: true,
  permissions,
})

function show(groups: Record<string, object[]>, change: Answers = {}) {
  const answers: Answers = {
    'POST rpc/list_people_by_role': ({ body }) => json(groups[JSON.parse(body ?? '').p_group] ?? []),
    ...change,
  }
  const asked = serve(answers)
  renderSignedIn(<AdminManagementScreen />, '/admin/management')
  return { answers, asked }
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => {
  localStorage.clear()
  toast.dismiss()
})

test('shows an empty message in each card', async () => {
  show({})
  expect(await screen.findByText('No super admins')).toBeVisible()
  expect(await screen.findByText('No admins')).toBeVisible()
  expect(await screen.findByText('No regular users')).toBeVisible()
})

test('offers no actions on a super admin', async () => {
  show({ super_admin: [personRow('Sue Super', ['manage_chat'])] })
  const supers = await card('Super Admins')
  expect(await supers.findByText('Permanent')).toBeVisible()
  expect(supers.queryByRole('button')).not.toBeInTheDocument()
  expect(supers.queryByRole('checkbox')).not.toBeInTheDocument()
})

describe('an admin', () => {
  test('has a checkbox for each of the four permissions and none for financial support', async () => {
    show({ admin: [personRow('Ada Admin', ['approve_users', 'financial_support'])] })
    const admins = await card('Admins')
    const boxes = await admins.findAllByRole('checkbox')
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
      'Manage Live Chat',
      'View All Transactions',
      'Repair Transactions',
      'Approve Users',
    ])
    expect(admins.getAllByRole('checkbox', { checked: true })).toEqual([boxes[3]])
  })

  test('shows the stored permission when the change fails', async () => {
    const { answers, asked } = show(
      { admin: [personRow('Ada Admin', ['approve_users'])] },
      { 'POST rpc/set_permission': noAnswer },
    )
    const box = await screen.findByRole('checkbox', { name: 'Manage Live Chat' })
    await userEvent.click(box)
    expect(
      await screen.findByText('You appear to be offline. Check your connection and try again.'),
    ).toBeInTheDocument()
    await waitFor(() => expect(box).not.toBeChecked())
    answers['POST rpc/set_permission'] = () => json(true)
    await userEvent.click(box)
    expect(await screen.findByText('Permission updated')).toBeInTheDocument()
    expect(JSON.parse(asked.findLast(({ path }) => path === 'rpc/set_permission')?.body ?? '')).toEqual({
      p_admin_id: 'id of Ada Admin',
      p_permission: 'manage_chat',
      p_granted: true,
    })
  })

  test('is revoked only after confirmation', async () => {
    const { asked } = show({ admin: [personRow('Ada Admin')] }, { 'POST rpc/revoke_admin': () => json(true) })
    const revoked = () => asked.filter(({ path }) => path === 'rpc/revoke_admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Admin: Ada Admin' }))
    const box = within(await screen.findByRole('dialog', { name: 'Revoke admin?' }))
    expect(revoked()).toHaveLength(0)
    await userEvent.click(box.getByRole('button', { name: 'Revoke Admin' }))
    expect(await screen.findByText('Admin role removed')).toBeInTheDocument()
    expect(revoked()).toHaveLength(1)
  })
})

test('makes a user without a name an admin', async () => {
  show({ user: [personRow(null)] }, { 'POST rpc/make_admin': () => json(true) })
  expect(await screen.findByText('No name')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Make Admin: No name' }))
  expect(await screen.findByText('Admin role granted')).toBeInTheDocument()
})
