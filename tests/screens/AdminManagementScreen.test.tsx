import { json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { AdminManagementScreen } from '@/screens/AdminManagementScreen'

const personRow = (fullName: string | null, permissions: string[] = []) => ({
  id: `id of ${fullName}`,
  created_at: '2026-11-21T09:05:00.123456+00:00',
  full_name: fullName,
  sign_in_email: 'person@example.test',
  approved: true,
  is_admin: false,
  permissions,
})

function show(groups: Record<string, Row<'list_people_by_role'>[]>, change: Answers = {}, fragment = '') {
  const recorded = new Map<string, string>()
  const answers: Answers = {
    'POST rpc/record_role_list': ({ body }) => {
      const { p_list_id: id, p_group: group } = JSON.parse(body ?? '')
      recorded.set(id, group)
      return new Response(null, { status: 204 })
    },
    'POST rpc/list_people_by_role': ({ body }) =>
      json(groups[recorded.get(JSON.parse(body ?? '').p_list_id) ?? ''] ?? []),
    ...change,
  }
  const asked = serve(answers)
  const { router } = renderSignedIn(<AdminManagementScreen />, '/admin/management', fragment)
  const recordsOf = (group: string): unknown[] =>
    asked
      .filter(({ path }) => path === 'rpc/record_role_list')
      .map(({ body }) => JSON.parse(body ?? '{}'))
      .filter(({ p_group }) => p_group === group)
      .map((body) => ({ ...body, p_list_id: undefined }))
  return { answers, asked, router, recordsOf }
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))

test('holds the search and the page in the address', async () => {
  const at = '2026-11-21T09:05:00.123456+00:00'
  const { router, recordsOf } = show({}, {}, `#user=${encodeURIComponent(`${at} id-25`)}&admin=nonsense`)
  const users = await card('Regular Users')
  expect(await users.findByText('Page 2')).toBeVisible()
  expect(recordsOf('user')).toEqual([{ p_group: 'user', p_limit: 25, p_before_created_at: at, p_before_id: 'id-25' }])
  expect(recordsOf('admin')).toEqual([{ p_group: 'admin', p_limit: 25 }])
  await userEvent.type(users.getByRole('searchbox'), ' Marta {Enter}')
  await waitFor(() => expect(router.state.location.hash).toBe('#admin=nonsense&search=Marta'))
  await waitFor(() => expect(recordsOf('user').at(-1)).toEqual({ p_group: 'user', p_limit: 25, p_search: 'Marta' }))
})

test('shows an empty message in each card', async () => {
  show({})
  expect(await screen.findByText('No super admins')).toBeVisible()
  expect(await screen.findByText('No admins')).toBeVisible()
  expect(await screen.findByText('No regular users')).toBeVisible()
})

test('a super admin who is an admin has their permissions, their own cannot be changed, and another gets Make Admin', async () => {
  const { answers, asked } = show(
    {
      super_admin: [
        { ...personRow('Sue Super', ['manage_chat']), is_admin: true },
        { ...personRow('Ona Own', ['manage_chat', 'read_transcripts']), id: userId, is_admin: true },
      ],
    },
    { 'POST rpc/make_admin': () => json(true), 'POST rpc/set_permission': () => json(true) },
  )
  const supers = await card('Super Admins')
  expect(await supers.findAllByText('Permanent')).toHaveLength(2)
  expect(supers.queryByRole('button')).not.toBeInTheDocument()
  const sue = within(supers.getByRole('row', { name: /Sue Super/ }))
  expect(sue.getAllByRole('checkbox', { checked: true })).toEqual([
    sue.getByRole('checkbox', { name: 'Manage Live Chat' }),
  ])
  await userEvent.click(sue.getByRole('checkbox', { name: 'Repair Transactions' }))
  expect(await screen.findByText('Permission updated')).toBeInTheDocument()
  expect(asked.find(({ path }) => path === 'rpc/set_permission')?.body).toContain('repair_transactions')
  const own = within(supers.getByRole('row', { name: /Ona Own/ }))
  for (const control of [...own.getAllByRole('checkbox'), ...own.getAllByRole('switch')]) expect(control).toBeDisabled()

  cleanup()
  answers['POST rpc/list_people_by_role'] = () => json([personRow('Sam Super')])
  renderSignedIn(<AdminManagementScreen />, '/admin/management')
  const others = await card('Super Admins')
  await userEvent.click(await others.findByRole('button', { name: 'Make Admin: Sam Super' }))
  expect(others.queryByRole('button', { name: /Revoke|Make Super/ })).not.toBeInTheDocument()
  expect(await screen.findByText('Admin role granted')).toBeInTheDocument()
  expect(asked.filter(({ path }) => path === 'rpc/make_admin')).toHaveLength(1)
})

describe('an admin', () => {
  test('an admin has a checkbox for each of the four permissions, and switches for the others', async () => {
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
    expect(admins.getByRole('switch', { name: 'Financial Support Access' })).toBeChecked()
    expect(admins.getByRole('switch', { name: 'Read Chat Transcripts' })).not.toBeChecked()
  })

  test('an admin gets financial support from a super admin', async () => {
    const { asked } = show({ admin: [personRow('Ada Admin')] }, { 'POST rpc/set_permission': () => json(true) })
    await userEvent.click(await screen.findByRole('switch', { name: 'Financial Support Access' }))
    expect(await screen.findByText('Permission updated')).toBeInTheDocument()
    expect(JSON.parse(asked.findLast(({ path }) => path === 'rpc/set_permission')?.body ?? '')).toEqual({
      p_admin_id: 'id of Ada Admin',
      p_permission: 'financial_support',
      p_granted: true,
    })
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

  test('an admin is revoked only after confirmation', async () => {
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

test('refuses to revoke an admin who has become a super admin, and says so', async () => {
  show(
    { admin: [personRow('Ada Admin')] },
    {
      'POST rpc/revoke_admin': () =>
        json({ code: 'PT403', hint: 'super-admin-role', message: 'Super admin roles cannot be revoked.' }, 403),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Admin: Ada Admin' }))
  const box = within(await screen.findByRole('dialog', { name: 'Revoke admin?' }))
  await userEvent.click(box.getByRole('button', { name: 'Revoke Admin' }))
  expect(await screen.findAllByText('Action Not Allowed')).toHaveLength(1)
  expect(screen.getAllByText('Super admin roles cannot be revoked for security reasons')).toHaveLength(1)
})

test('makes a user a super admin after a question', async () => {
  const { asked } = show(
    { user: [personRow('Rita Regular')] },
    { 'POST rpc/make_super_admin': () => new Response(null, { status: 204 }) },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Make Super Admin: Rita Regular' }))
  const box = within(await screen.findByRole('dialog', { name: 'Make super admin?' }))
  expect(asked.filter(({ path }) => path === 'rpc/make_super_admin')).toEqual([])
  await userEvent.click(box.getByRole('button', { name: 'Make Super Admin' }))
  expect(await screen.findByText('Super Admin role granted')).toBeInTheDocument()
})

test('makes a user without a name an admin', async () => {
  show({ user: [personRow(null)] }, { 'POST rpc/make_admin': () => json(true) })
  expect(await screen.findByText('No name')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Make Admin: No name' }))
  expect(await screen.findByText('Admin role granted')).toBeInTheDocument()
})

test('asks for the reason where a second super admin must approve', async () => {
  const { asked } = show(
    { user: [personRow('Rita Regular')] },
    {
      'POST rpc/make_super_admin': () =>
        json(
          { code: 'PT409', hint: 'approval-needed', message: 'This needs the approval of a second administrator.' },
          409,
        ),
      'POST rpc/request_approval': () => json(null),
    },
  )
  const users = await card('Regular Users')
  await userEvent.click(await users.findByRole('button', { name: 'Make Super Admin: Rita Regular' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Make Super Admin' }))
  const box = within(await screen.findByRole('dialog', { name: 'A second administrator must approve this' }))
  await userEvent.type(box.getByLabelText('Reason'), 'Runs the branch')
  await userEvent.click(box.getByRole('button', { name: 'Ask for Approval' }))
  expect(await screen.findByText('Waiting for approval')).toBeInTheDocument()
  expect(screen.queryByText('Super Admin role granted')).not.toBeInTheDocument()
  expect(JSON.parse(asked.find(({ path }) => path === 'rpc/request_approval')?.body ?? '')).toEqual({
    p_kind: 'super_admin',
    p_user_id: 'id of Rita Regular',
    p_reason: 'Runs the branch',
  })
})
