import { json, noAnswer, renderApp, renderSignedIn, serve, storeSession, accountRow } from '../fakeServer'
import type { TableRow } from '../apiAnswers'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { WithheldProfile } from '@/app/WithheldProfile'
import { paths } from '@/lib/paths'

const profile = (change: Partial<TableRow<'profiles'>> = {}) => ({
  full_name: 'Priya Shah',
  approved: true,
  notification_email: null,
  ...change,
})

const notSuspended = () =>
  json({ code: 'PT401', message: 'Your session has ended. Please sign in again.', hint: 'session-ended' }, 401)

describe('the access guard', () => {
  test('shows home to an approved customer after one read of the profile', async () => {
    storeSession()
    const asked = serve({
      'GET profiles': () => json([profile()]),
      'POST rpc/get_current_account': () => json([accountRow()]),
    })
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Hello Priya' })).toBeInTheDocument()
    expect(asked.filter(({ path }) => path === 'profiles')).toHaveLength(1)
  })

  test.each(['/auth', '/pending-approval'])('redirects an approved customer from %s to home', async (path) => {
    storeSession()
    serve({ 'GET profiles': () => json([profile()]), 'POST rpc/get_current_account': () => json([accountRow()]) })
    const { router } = renderApp(path)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  test('shows an unapproved user only the screen that waits for approval, with a sign-out button', async () => {
    storeSession()
    serve({
      'GET profiles': () => json([profile({ approved: false })]),
      'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    })
    const { router } = renderApp('/transactions')
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
    expect(localStorage.getItem('sb-bank-auth-token')).toBeNull()
  })

  test.each([
    ['there is no profile row', 200, []],
    ['the user was deleted', 403, { message: 'User from sub claim in JWT does not exist' }],
    ['the message mentions a JWT', 401, { code: 'X', message: 'JWT expired' }],
  ])('ends the session when %s', async (_cause, status, body) => {
    storeSession()
    serve({ 'GET profiles': () => json(body, status), 'POST rpc/get_my_suspension': notSuspended })
    const { router } = renderApp('/')
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
    expect(localStorage.getItem('sb-bank-auth-token')).toBeNull()
    await router.navigate('/')
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  })

  test('keeps the session of a customer who has a profile again, before the guard shows the app', async () => {
    const asked = serve({ 'GET profiles': () => json([profile()]), 'POST rpc/get_my_suspension': notSuspended })
    const { client } = renderSignedIn(<WithheldProfile />)
    await waitFor(() => expect(asked.map(({ path }) => path)).toContain('rpc/get_my_suspension'))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(await screen.findByText(/^Loading\b/)).toBeInTheDocument()
    expect(localStorage.getItem('sb-bank-auth-token')).not.toBeNull()
    expect(asked.some(({ path }) => path === '/auth/v1/logout')).toBe(false)
  })

  test('ends the session after a refused token, also when the sign-out request fails', async () => {
    storeSession()
    serve({
      'GET profiles': () => json({ code: 'PGRST301', message: 'No suitable key or wrong key type' }, 401),
      'POST /auth/v1/logout': noAnswer,
    })
    const { router } = renderApp('/')
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
    expect(localStorage.getItem('sb-bank-auth-token')).toBeNull()
  })

  test('logs another read error, shows it in place, and recovers on a retry', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    storeSession()
    const answers = {
      'GET profiles': (): Response => json({ code: '57014', message: 'canceling statement due to timeout' }, 500),
      'POST rpc/get_current_account': () => json([accountRow()]),
    }
    serve(answers)
    const { router } = renderApp('/')
    expect(await screen.findByText("We couldn't load your profile.")).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/')
    expect(logged).toHaveBeenCalledWith('The profile could not be read', expect.anything())
    answers['GET profiles'] = () => json([profile()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Hello Priya' })).toBeInTheDocument()
  })

  test.each([
    ['/transactions', 'Transactions'],
    ['/pay-transfer', 'Pay & Transfer'],
  ])('shows an unreachable server at %s, and recovers on a retry', async (path, heading) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    storeSession()
    const answers = {
      'GET profiles': (): Response => noAnswer(),
      'POST rpc/get_current_account': () => json([accountRow()]),
      'GET transactions': () => json([]),
      'POST rpc/search_transactions': () => json([]),
      'GET recipients': () => json([]),
    }
    serve(answers)
    const { router } = renderApp(path)
    expect(await screen.findByText("We couldn't load your profile.")).toBeInTheDocument()
    expect(router.state.location.pathname).toBe(path)
    answers['GET profiles'] = () => json([profile()])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
  })

  const {
    auth,
    freeze: _public,
    newPin: _byLink,
    privacy: _privacy,
    accessibility: _accessibility,
    pendingApproval,
    payTransfer,
    paymentDetails,
    ...guarded
  } = paths

  test.each(Object.values(guarded))(
    '%s leads a visitor to /auth, and an unapproved user to the screen that waits for approval',
    async (path) => {
      serve({ 'GET profiles': () => json([profile({ approved: false })]) })
      const { router } = renderApp(path)
      await waitFor(() => expect(router.state.location.pathname).toBe(auth))
      cleanup()
      storeSession()
      const { router: unapproved } = renderApp(path)
      await waitFor(() => expect(unapproved.state.location.pathname).toBe(pendingApproval))
    },
  )

  test('shows a visitor the pay screens', async () => {
    serve({})
    const { router } = renderApp(payTransfer)
    expect(await screen.findByText('Deposit up to £5,000 per day')).toBeInTheDocument()
    await router.navigate(paymentDetails)
    expect(router.state.location.pathname).toBe(paymentDetails)
  })
})

describe('an unknown address', () => {
  test("shows 'Oops! Page not found' with a link home, and is logged", async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    serve({})
    renderApp('/no/such/page?secret=1')
    expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
    expect(logged).toHaveBeenCalledWith('404: no such page', '/no/such/page')
  })
})

describe('a screen that throws', () => {
  test("a screen that throws is replaced by 'Unexpected Application Error!', without the error's message", async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    storeSession()
    // A profile of the wrong shape breaks the greeting.
    serve({
      'GET profiles': () => Response.json([{ ...profile(), full_name: 42 }]),
      'POST rpc/get_current_account': () => json([accountRow()]),
    })
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
    expect(document.body).not.toHaveTextContent('TypeError')
  })
})
