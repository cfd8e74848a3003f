import { json, renderApp, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { FrozenBanner } from '@/features/person/freeze/FrozenBanner'
import { SettingsScreen } from '@/screens/SettingsScreen'

const token = 'ab'.repeat(32)
const done = () => new Response(null, { status: 204 })
const freeze = () => screen.findByRole('button', { name: 'Freeze my account' })

describe('the link in a security mail', () => {
  test('asks before it freezes the account of the link, without a sign-in, and says what to do then', async () => {
    const asked = serve({ 'POST rpc/freeze_by_link': () => json(true) })
    renderApp(`/freeze#${token}`)
    await screen.findByRole('heading', { name: 'Freeze my account?' })
    expect(asked.map(({ path }) => path)).not.toContain('rpc/freeze_by_link')
    await userEvent.click(await freeze())
    const heading = await screen.findByRole('heading', { name: 'Your account is frozen' })
    await waitFor(() => expect(heading).toHaveFocus())
    const frozen = asked.filter(({ path }) => path === 'rpc/freeze_by_link')
    expect(frozen).toMatchObject([{ body: JSON.stringify({ p_token: token }) }])
  })

  test('that is too old does not say that the account is frozen, and leads to the PIN', async () => {
    serve({ 'POST rpc/freeze_by_link': () => json(false) })
    renderApp(`/freeze#${token}`)
    await userEvent.click(await freeze())
    const heading = await screen.findByRole('heading', { name: 'This link no longer works' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(screen.queryByText('All other devices are signed out.', { exact: false })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'Enter my PIN' }))
    expect(await screen.findByLabelText('Security PIN')).toBeVisible()
  })

  test('can be tried again after a failure', async () => {
    serve({ 'POST rpc/freeze_by_link': () => json({ code: 'PT429', message: 'Too many attempts.' }, 429) })
    renderApp(`/freeze#${token}`)
    await userEvent.click(await freeze())
    expect(await screen.findByText(/Too many attempts/)).toBeInTheDocument()
    expect(await freeze()).toBeEnabled()
  })
})

test('without a link the PIN is asked for, and a wrong one freezes nothing', async () => {
  const asked = serve({ 'POST rpc/get_email_by_pin': () => json([]) })
  renderApp('/freeze')
  await userEvent.type(await screen.findByLabelText('Security PIN'), '12345')
  expect(asked.map(({ path }) => path)).not.toContain('rpc/get_email_by_pin')
  await userEvent.click(await freeze())
  // In the toast and at the field.
  expect(await screen.findAllByText('Invalid PIN. Please check your PIN and try again.')).toHaveLength(2)
  expect(screen.getByLabelText('Security PIN')).toHaveValue('')
  expect(asked.map(({ path }) => path)).not.toContain('rpc/freeze_my_account')
})

test('on an unknown browser the email address is asked for, and then the PIN freezes', async () => {
  const answers: Answers = {
    'POST rpc/get_email_by_pin': () => json({ needs_email: true, wrong_pin: false }),
    'POST /auth/v1/token': () =>
      json({
        access_token: 'header.payload.signature',
        refresh_token: 'refresh',
        token_type: 'bearer',
        expires_in: 3600,
        expires_at: Math.floor(Date.now() / 1000) + 3600,
        user: { id: userId, email: 'priya@example.test' },
      }),
    'POST rpc/freeze_my_account': () => json(true),
  }
  const asked = serve(answers)
  renderApp('/freeze')
  await userEvent.type(await screen.findByLabelText('Security PIN'), '24680')
  await userEvent.click(await freeze())
  const email = await screen.findByLabelText("We don't know this device yet. Enter your email address.")
  expect(asked.map(({ path }) => path)).not.toContain('rpc/freeze_my_account')
  answers['POST rpc/get_email_by_pin'] = () => json([{ user_email: 'priya@example.test', user_approved: true }])
  await userEvent.type(email, 'priya@example.test')
  await userEvent.click(await freeze())
  expect(await screen.findByRole('heading', { name: 'Your account is frozen' })).toBeVisible()
})

test('Settings freezes, unfreezes in an hour with a code, and keeps the account frozen', async () => {
  const state = { frozen_at: null as string | null, unfreezes_at: null as string | null }
  let isRight = false
  const asked = serve({
    'GET profiles': () => json({ id: userId, full_name: 'Priya Shah', approved: true, undo_seconds: 0, ...state }),
    'POST rpc/get_payment_limit': () => json({ daily_limit: 0, sent_today: 0, left_today: 0 }),
    'POST rpc/freeze_my_account': () => {
      Object.assign(state, { frozen_at: '2026-11-23T12:00:00Z', unfreezes_at: null })
      return json(true)
    },
    'POST /functions/v1/send-device-code': () => json({ sent: true }),
    'POST rpc/enter_device_code': done,
    'POST rpc/ask_to_unfreeze': () => {
      if (isRight) state.unfreezes_at = '2026-11-23T14:30:00Z'
      return json(isRight)
    },
  })
  renderSignedIn(<SettingsScreen />, '/settings', '#freeze')
  expect(await screen.findByText(/^A freeze stops your payments/)).toBeVisible()
  expect(screen.getByText('What still works')).not.toBeVisible()
  await userEvent.click(screen.getByText('More'))
  expect(screen.getByText('What still works')).toBeVisible()
  await userEvent.click(await freeze())
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }))
  const code = await screen.findByLabelText('Code from the email')
  await userEvent.type(code, '111111')
  expect(await screen.findByText("That code isn't right. Try again, or ask for a new code.")).toBeVisible()
  isRight = true
  await userEvent.type(code, '012345')
  expect(await screen.findByText(/^Your account is unfrozen at 14:30 on 23 November 2026\./)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Keep it frozen' }))
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeVisible()
  expect(asked.filter(({ path }) => path === 'rpc/freeze_my_account')).toHaveLength(2)
})

test('a code that is entered takes away why the passkey was refused', async () => {
  const profile = { id: userId, full_name: 'Priya Shah', approved: true, undo_seconds: 0, passkey_state: 'some' }
  const refusal = 'Your passkey was added shortly before the freeze. Please use a code from your email.'
  serve({
    'GET profiles': () => json({ ...profile, frozen_at: '2026-11-23T12:00:00Z' }),
    'POST rpc/get_payment_limit': () => json({ daily_limit: 0, sent_today: 0, left_today: 0 }),
    'POST rpc/start_passkey_approval': () => json({ code: 'PT404', hint: 'no-passkey', message: refusal }, 404),
    'POST /functions/v1/send-device-code': () => json({ sent: true }),
    'POST rpc/enter_device_code': done,
    'POST rpc/ask_to_unfreeze': () => json(false),
  })
  renderSignedIn(<SettingsScreen />, '/settings', '#freeze')
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey instead' }))
  expect(await screen.findByText(refusal)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  await userEvent.type(await screen.findByLabelText('Code from the email'), '111111')
  expect(await screen.findByText("That code isn't right. Try again, or ask for a new code.")).toBeVisible()
  expect(screen.queryByText(refusal)).not.toBeInTheDocument()
})

test('the banner above Settings opens the sheet there too', async () => {
  serve({
    'GET profiles': () =>
      json({ id: userId, full_name: 'Priya Shah', approved: true, undo_seconds: 0, frozen_at: '2026-11-23T12:00:00Z' }),
    'POST rpc/get_payment_limit': () => json({ daily_limit: 0, sent_today: 0, left_today: 0 }),
  })
  renderSignedIn(
    <>
      <FrozenBanner />
      <SettingsScreen />
    </>,
    '/settings',
  )
  await userEvent.click(await screen.findByRole('link', { name: 'What still works' }))
  expect(await screen.findByRole('dialog', { name: 'Freeze everything' })).toBeVisible()
})
