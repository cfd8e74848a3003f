import { json, renderApp, serve, storeSession } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { toast } from '@/lib/toast'

const done = () => new Response(null, { status: 204 })
const answers = (): Answers => ({
  'GET profiles': () => json([{ full_name: 'Nia', approved: false, notification_email: null, device_state: 'off' }]),
  'POST rpc/has_new_pin': () => json(true),
  'POST rpc/record_new_pin_view': done,
  'POST rpc/get_my_new_pin': () => json('54321'),
  'POST rpc/confirm_new_pin': done,
})

beforeEach(() => {
  storeSession()
})

const show = async () => userEvent.click(await screen.findByRole('button', { name: 'Show' }))

test('shows the new PIN on request, hides it again, and stores it nowhere', async () => {
  const asked = serve(answers())
  renderApp('/pending-approval')
  await screen.findByRole('heading', { name: 'Your security PIN' })
  expect(screen.queryByText('54321')).not.toBeInTheDocument()
  expect(asked.map(({ path }) => path)).not.toContain('rpc/get_my_new_pin')
  await show()
  expect(await screen.findByText('54321')).toBeInTheDocument()
  const paths = asked.map(({ path }) => path)
  expect(paths.indexOf('rpc/record_new_pin_view')).toBeLessThan(paths.indexOf('rpc/get_my_new_pin'))
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('54321')
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('54321')).not.toBeInTheDocument()
})

test('says how and when the new customer hears of the decision', async () => {
  serve(answers())
  renderApp('/pending-approval')
  expect(
    await screen.findByText(/as soon as we've decided, we email you( at \S+)?, also if we can't open/),
  ).toBeVisible()
})

test("'I have saved it' removes the card and the toast of the sign-up, and the focus moves to the heading", async () => {
  const server = answers()
  const asked = serve(server)
  renderApp('/pending-approval')
  await screen.findByRole('heading', { name: 'Your security PIN' })
  toast.success({
    title: 'Account created',
    text: 'Your security PIN is 54321.',
    duration: 15_000,
    isForNextScreen: true,
  })
  expect(await screen.findByText(/54321/)).toBeInTheDocument()
  server['POST rpc/has_new_pin'] = () => json(false)
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Your security PIN' })).not.toBeInTheDocument())
  expect(asked.map(({ path }) => path)).toContain('rpc/confirm_new_pin')
  await waitFor(() => expect(screen.queryByText(/54321/)).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your account is pending approval' })).toHaveFocus())
})

test("'Sign Out' asks before it drops a PIN that was not saved", async () => {
  const asked = serve({ ...answers(), 'POST /auth/v1/logout': done })
  renderApp('/pending-approval')
  await screen.findByRole('heading', { name: 'Your security PIN' })
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  const question = await screen.findByRole('dialog', { name: 'Have you saved your PIN?' })
  expect(question).toHaveTextContent("We can't show it again after you sign out.")
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(asked.map(({ path }) => path)).not.toContain('auth/logout')
  expect(screen.getByRole('heading', { name: 'Your security PIN' })).toBeVisible()
})

test('a failure leaves the card and says so', async () => {
  serve({ ...answers(), 'POST rpc/get_my_new_pin': () => json({ code: 'PT401', message: 'Sign in again.' }, 401) })
  renderApp('/pending-approval')
  await show()
  expect(await screen.findByText('Sign in again.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Show' })).toBeEnabled()
})

test('a PIN that cannot be read any more says who can help', async () => {
  serve({ ...answers(), 'POST rpc/get_my_new_pin': () => json(null) })
  renderApp('/pending-approval')
  await show()
  expect(
    await screen.findByText('We can no longer show this PIN. An administrator can help you with it.'),
  ).toBeInTheDocument()
})

test('nothing is shown of a PIN that is confirmed already', async () => {
  serve({ ...answers(), 'POST rpc/has_new_pin': () => json(false) })
  renderApp('/pending-approval')
  await screen.findByRole('heading', { name: 'Your account is pending approval' })
  expect(screen.queryByRole('heading', { name: 'Your security PIN' })).not.toBeInTheDocument()
})
