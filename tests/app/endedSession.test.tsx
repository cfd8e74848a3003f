import { accountRow, json, renderApp, serve, storeSession, userId } from '../fakeServer'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { supabaseClient } from '@/lib/supabaseClient'

const minutes = 60_000
const answers = {
  'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null }]),
  'POST rpc/get_current_account': () => json([accountRow()]),
  'GET recipients': () => json([]),
  'POST rpc/get_email_by_pin': () => json([{ user_email: 'priya@example.test', user_approved: true }]),
  'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
}
const signedInAs = (id: string) => () =>
  json({
    access_token: 'header.payload.signature',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    user: { id, email: 'priya@example.test' },
  })

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

async function typePayee() {
  storeSession()
  localStorage.setItem('lastActivity', JSON.stringify(Date.now()))
  const { router } = renderApp('/pay-transfer')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay\b/ }))
  await userEvent.type(await screen.findByLabelText('Name on account'), 'Olive Outside')
  return router
}

const endElsewhere = () => act(() => supabaseClient.auth.signOut({ scope: 'local' }))
const signInAgain = async () => userEvent.type(await screen.findByRole('textbox', { name: 'Security PIN' }), '24680')
const storedDrafts = () => Object.keys(sessionStorage)

test('says why after a sign-out for inactivity', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * minutes)
  serve(answers)
  await typePayee()
  localStorage.setItem('lastActivity', JSON.stringify(Date.now() - 5.1 * minutes))
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5.1 * minutes)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('You were signed out after 5 minutes without activity.')).toBeInTheDocument()
})

test('says nothing after a sign-out by the user, and forgets what was typed', async () => {
  serve({ ...answers, 'POST /auth/v1/token': signedInAs(userId) })
  const router = await typePayee()
  await router.navigate('/settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByRole('heading', { name: 'Enter your Security PIN' })).toBeInTheDocument()
  expect(screen.queryByText(/signed out|has ended/)).not.toBeInTheDocument()
  expect(storedDrafts()).toEqual([])
  await signInAgain()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(storedDrafts()).toEqual([])
})

test('keeps the form out of storage, and shows it to the same user after the sign-in', async () => {
  serve({ ...answers, 'POST /auth/v1/token': signedInAs(userId) })
  const router = await typePayee()
  expect(storedDrafts()).toHaveLength(1)
  await endElsewhere()
  expect(await screen.findByText('Your session has ended. Sign in again to continue.')).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/auth')
  expect(storedDrafts()).toEqual([])
  await signInAgain()
  expect(await screen.findByLabelText('Name on account')).toHaveValue('Olive Outside')
  expect(router.state.location.pathname).toBe('/pay-transfer')
})

test('shows another user neither the screen nor the form', async () => {
  serve({ ...answers, 'POST /auth/v1/token': signedInAs('00000000-0000-4000-8000-000000000002') })
  const router = await typePayee()
  await endElsewhere()
  await signInAgain()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(storedDrafts()).toEqual([])
})
