import { accountRow, json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { accountQueries } from '@/features/money/accounts/queries'
import { BranchSupportScreen } from '@/screens/BranchSupportScreen'

/** A server that stores the changes. */
function show(change: Answers = {}) {
  const kept = { full_name: 'Priya Shah', approved: true, notification_email: 'old@example.com' }
  const answers: Answers = {
    'GET profiles': () => json(kept),
    'POST rpc/get_current_account': () => json([accountRow({ account_holder_name: kept.full_name })]),
    'POST rpc/set_display_name': ({ body }) => {
      kept.full_name = JSON.parse(body ?? '').p_full_name
      return json(kept.full_name)
    },
    'PATCH profiles': ({ body }) => {
      kept.notification_email = JSON.parse(body ?? '').notification_email
      return json([{ id: userId }])
    },
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<BranchSupportScreen />, '/branch-support') }
}

const writes = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ method, path }) => method !== 'GET' && path !== 'rpc/get_current_account')
const card = async (name: string) => within(await screen.findByRole('region', { name }))

describe('Display Name', () => {
  test('updates the profile and the account together and refetches both', async () => {
    const { asked, client } = show()
    await client.prefetchQuery(accountQueries.current(userId))
    const name = await card('Display Name')
    const input = name.getByRole('textbox')
    expect(input).toHaveValue('Priya Shah')
    await userEvent.type(input, ' Jones')
    await userEvent.click(name.getByRole('button', { name: 'Update Name' }))
    expect(await screen.findByText('Display name updated')).toBeInTheDocument()
    expect(writes(asked).map(({ path, body }) => [path, JSON.parse(body ?? '')])).toEqual([
      ['rpc/set_display_name', { p_full_name: 'Priya Shah Jones' }],
    ])
    await waitFor(() => expect(input).toHaveValue('Priya Shah Jones'))
    expect(client.getQueryState(accountQueries.current(userId).queryKey)?.isInvalidated).toBe(true)
  })

  test('shows a validation error at the field', async () => {
    const { asked } = show()
    const name = await card('Display Name')
    const input = name.getByRole('textbox')
    await userEvent.clear(input)
    await userEvent.click(name.getByRole('button', { name: 'Update Name' }))
    expect(input).toHaveAccessibleDescription(/Please enter your full name/)
    await userEvent.type(input, 'Priya <Shah>{Enter}')
    expect(input).toHaveAccessibleDescription(/< and > can't be used\./)
    expect(input).toHaveFocus()
    expect(writes(asked)).toEqual([])
  })

  test("shows the server's refusal and keeps the typed text", async () => {
    show({ 'POST rpc/set_display_name': () => json({ code: 'PT400', message: 'Enter your name.' }, 400) })
    const name = await card('Display Name')
    await userEvent.type(name.getByRole('textbox'), ' Jones{Enter}')
    expect(await name.findByRole('alert')).toHaveTextContent('Enter your name.')
    expect(screen.getAllByText('Enter your name.')).toHaveLength(1)
    expect(name.getByRole('textbox')).toHaveValue('Priya Shah Jones')
  })
})

describe('Notification Email', () => {
  test('saves with its own button and keeps an unsaved name', async () => {
    const { asked } = show()
    const name = await card('Display Name')
    const email = await card('Notification Email')
    await userEvent.type(name.getByRole('textbox'), ' Jones')
    expect(email.getByRole('textbox')).toHaveValue('old@example.com')
    await userEvent.clear(email.getByRole('textbox'))
    await userEvent.type(email.getByRole('textbox'), 'new@example.com')
    await userEvent.click(email.getByRole('button', { name: 'Update Email' }))
    expect(await screen.findByText('Notification email updated')).toBeInTheDocument()
    expect(writes(asked).map(({ path, body }) => [path, JSON.parse(body ?? '')])).toEqual([
      ['profiles', { notification_email: 'new@example.com' }],
    ])
    expect(name.getByRole('textbox')).toHaveValue('Priya Shah Jones')
  })

  test('shows a validation error at the field', async () => {
    const { asked } = show()
    const email = await card('Notification Email')
    await userEvent.type(email.getByRole('textbox'), ' and more{Enter}')
    expect(email.getByRole('textbox')).toHaveAccessibleDescription(/Please enter an email address/)
    expect(writes(asked)).toEqual([])
  })
})

test('shows the error and retries when the details do not load', async () => {
  const { answers } = show({ 'GET profiles': noAnswer })
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your details.")
  answers['GET profiles'] = () => json({ full_name: null, approved: true, notification_email: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await card('Display Name')).getByRole('textbox')).toHaveValue('')
})
