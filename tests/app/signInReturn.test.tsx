import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { placeAfterSignIn, returningTo } from '@/features/person/auth/signInReturn'
import { accountRow, json, renderApp, serve, userId } from '../fakeServer'

const home = { pathname: '/', search: '', hash: '', state: null }
const at = (pathname: string, change: object = {}) => ({ ...home, pathname, ...change })

test.each([
  ['a screen', at('/cards')],
  ['a search, a fragment and a navigation state', at('/transactions', { search: '?q=x', hash: '#a', state: { b: 1 } })],
  ['an address in the search', at('/transactions', { search: '?next=https://evil.example' })],
  ['encoded slashes, which stay on this site', at('/%2F%2Fevil.example')],
])('the sign-in returns to %s', (_what, place) => {
  expect(placeAfterSignIn(returningTo(place), userId)).toEqual({ ...place, state: null })
  expect(placeAfterSignIn(returningTo(place, userId), userId)).toEqual(place)
})

test.each([
  '//evil.example',
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  '/\t/evil.example',
  '/\n//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '%2F%2Fevil.example',
  'http://localhost:3000/cards',
  'cards',
  '',
  '//',
  '/auth',
])('the sign-in leads home instead of to %j', (pathname) => {
  expect(placeAfterSignIn(returningTo(at(pathname)), userId)).toEqual(home)
})

test.each([null, undefined, 'text', { step: 'search' }])('the sign-in leads home with the state %j', (state) => {
  expect(placeAfterSignIn(state, userId)).toEqual(home)
})

test('another user does not return to the place of a session that ended', () => {
  expect(placeAfterSignIn(returningTo(at('/cards'), 'another user'), userId)).toEqual(home)
})

const answers = (approved = true) => ({
  'GET profiles': () => json([{ full_name: 'Priya Shah', approved, notification_email: null }]),
  'POST rpc/get_current_account': () => json([accountRow()]),
  'GET user_roles': () => json([]),
  'GET admin_permissions': () => json([]),
  'POST rpc/get_email_by_pin': () => json([{ user_email: 'priya@example.test', user_approved: true }]),
  'POST /auth/v1/token': () =>
    json({
      access_token: 'header.payload.signature',
      refresh_token: 'refresh',
      token_type: 'bearer',
      expires_in: 3600,
      user: { id: userId, email: 'priya@example.test' },
    }),
})

async function openAndSignIn(link: string) {
  const { router } = renderApp(link)
  if (link === '/pay-transfer') await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Security PIN' }), '24680')
  return router
}

test('a link that a visitor opened leads there after the sign-in, with its search and fragment', async () => {
  serve(answers())
  const router = await openAndSignIn('/statements/2026-10?view=print#end')
  await waitFor(() => expect(router.state.location.pathname).toBe('/statements/2026-10'))
  expect(router.state.location).toMatchObject({ search: '?view=print', hash: '#end' })
})

test('a visitor who signs in from the payment screens returns there', async () => {
  serve({ ...answers(), 'GET recipients': () => json([]) })
  const router = await openAndSignIn('/pay-transfer')
  await waitFor(() => expect(router.state.location.pathname).toBe('/pay-transfer'))
})

test('a link to a staff screen leads a customer home after the sign-in', async () => {
  serve(answers())
  const router = await openAndSignIn('/admin/users')
  expect(await screen.findByText('You do not have permission to see this page')).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/')
})

test('a link leads a user who is not approved to the screen that waits for approval after the sign-in', async () => {
  serve(answers(false))
  const router = await openAndSignIn('/cards')
  await waitFor(() => expect(router.state.location.pathname).toBe('/pending-approval'))
})
