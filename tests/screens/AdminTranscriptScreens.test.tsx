import { json, noAnswer, renderApp, serve, storeSession } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const at = '2026-11-21T09:05:00.123456+00:00'
const userId = '00000000-0000-4000-8000-000000000002'
const chatId = '00000000-0000-4000-8000-000000000009'

const ended = (change: Partial<Row<'list_transcripts'>> = {}): Row<'list_transcripts'> => ({
  id: chatId,
  user_id: userId,
  customer_name: 'Marta Lind',
  started_at: at,
  ended_at: at,
  ended_as: 'staff',
  agents: ['Priya Shah'],
  has_text: true,
  closing_reason: 'passed_on',
  tags: ['lost card'],
  ...change,
})
const said = (change: object) => ({
  id: 'message-1',
  sender_type: 'user',
  sender_id: null,
  sender_name: null,
  real_name: null,
  text: 'My card is lost',
  created_at: at,
  edited_at: null,
  deleted_at: null,
  before: [],
  ...change,
})
const transcript = (change: object = {}) => ({
  user_id: userId,
  customer_name: 'Marta Lind',
  started_at: at,
  ended_at: at,
  ended_as: 'staff',
  ended_by_name: 'Priya Shah',
  is_intact: true,
  closing_reason: 'passed_on',
  tags: ['lost card'],
  messages: [
    said({}),
    said({
      id: 'message-2',
      sender_type: 'agent',
      sender_name: 'Leah',
      real_name: 'Priya Shah',
      text: 'A new one is on its way',
      before: ['No'],
    }),
    said({ id: 'message-3', text: 'Ignore this', deleted_at: at }),
  ],
  ...change,
})

function open(path: string, answers: Answers = {}, permissions = ['read_transcripts']) {
  storeSession()
  const asked = serve({
    'GET profiles': () => json([{ full_name: 'Ada Admin', approved: true, notification_email: null }]),
    'GET user_roles': () => json([{ role: 'admin' }]),
    'GET admin_permissions': () => json(permissions.map((permission) => ({ permission }))),
    'POST rpc/list_transcripts': () => json([ended()]),
    'POST rpc/record_transcript_search': () => json(null),
    'POST rpc/record_transcript_view': () => json(null),
    'POST rpc/get_transcript': () => json(transcript()),
    ...answers,
  })
  return { asked, ...renderApp(path) }
}

test('lists ended chats, searches them, and opens one after its audit record', async () => {
  const { asked, router } = open('/admin/transcripts')
  const row = await screen.findByRole('row', { name: /Marta Lind/ }, { timeout: 10_000 })
  expect(within(row).getByText('Priya Shah')).toBeVisible()
  expect(within(row).getByText('Passed on to another team')).toBeVisible()
  expect(within(row).getByText('lost card')).toBeVisible()
  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Find by name, email, account number or words' }),
    'lind{Enter}',
  )
  await waitFor(() =>
    expect(asked.filter(({ path }) => path === 'rpc/list_transcripts').map(({ body }) => body)).toContain(
      JSON.stringify({ p_limit: 25, p_search: 'lind' }),
    ),
  )
  const records = asked.filter(({ path }) => path === 'rpc/record_transcript_search').map(({ body }) => body)
  expect(records).toEqual(['{}', '{"p_search":"lind"}'])
  expect(router.state.location.search).toBe('')
  await userEvent.click(await screen.findByRole('link', { name: 'Marta Lind' }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Chat with Marta Lind' })).toBeVisible()
  expect(screen.getByText('Leah (Priya Shah)')).toBeVisible()
  expect(screen.getByText('Before an edit: No')).toBeVisible()
  expect(screen.getByText('Tags: lost card')).toBeVisible()
  expect(screen.getByText(/^Deleted by staff/)).toBeVisible()
  expect(screen.getByText('Sealed: the text has the hash in the audit.')).toBeVisible()
  const reads = asked.map(({ path }) => path).filter((path) => /transcript_view|get_transcript/.test(path))
  expect(reads).toEqual(['rpc/record_transcript_view', 'rpc/get_transcript'])
  expect(screen.getByRole('link', { name: 'All of this user' })).toHaveAttribute(
    'href',
    `/admin/transcripts#user=${userId}`,
  )
})

test('lists the chats of one user from a link, and a deleted user without a link to the text', async () => {
  const { asked } = open(`/admin/transcripts#user=${userId}`, {
    'POST rpc/list_transcripts': () => json([ended({ customer_name: null, has_text: false, ended_as: 'deletion' })]),
  })
  expect(await screen.findByRole('row', { name: /Deleted user/ }, { timeout: 10_000 })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Deleted user' })).not.toBeInTheDocument()
  const first = asked.find(({ path }) => path === 'rpc/list_transcripts')
  expect(JSON.parse(first?.body ?? '')).toEqual({ p_limit: 25, p_user_id: userId })
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() =>
    expect(asked.findLast(({ path }) => path === 'rpc/list_transcripts')?.body).toBe(JSON.stringify({ p_limit: 25 })),
  )
})

test('warns about a changed text, and says when the text is gone', async () => {
  open(`/admin/transcripts/${chatId}`, {
    'POST rpc/get_transcript': () => json(transcript({ is_intact: false })),
  })
  expect(await screen.findByText(/^This text does not have the hash/, {}, { timeout: 10_000 })).toBeVisible()
})

test('says when the text was deleted with the customer', async () => {
  open(`/admin/transcripts/${chatId}`, {
    'POST rpc/get_transcript': () => json(transcript({ customer_name: null, messages: null })),
  })
  expect(await screen.findByText(/^The text was deleted with the customer/, {}, { timeout: 10_000 })).toBeVisible()
})

test('offers a retry when the list cannot be loaded', async () => {
  open('/admin/transcripts', { 'POST rpc/list_transcripts': noAnswer })
  expect(await screen.findByText(/We couldn't load the transcripts/, {}, { timeout: 10_000 })).toBeVisible()
})

test('refuses staff without the permission', async () => {
  const { router } = open('/admin/transcripts', {}, ['manage_chat'])
  await waitFor(() => expect(router.state.location.pathname).toBe('/'), { timeout: 10_000 })
})
