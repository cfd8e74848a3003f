import { accountRow, json, renderApp, serve, storeSession } from '../fakeServer'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const minutes = 60_000
const name = (fullName: string) => () => json([{ full_name: fullName, approved: true, notification_email: null }])
const answers = {
  'GET profiles': name('Priya Shah'),
  'POST rpc/get_current_account': () => json([accountRow()]),
  'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
}

/** When a test starts: later than the one before, whose last activity the page still knows. */
let startsAt = Date.now()

beforeEach(() => {
  startsAt += 60 * minutes
  vi.spyOn(Date, 'now').mockReturnValue(startsAt)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

/** Lets so much time pass without a touch: the browser then says that the page is looked at again. */
function leaveFor(ms: number) {
  localStorage.setItem('lastActivity', JSON.stringify(Date.now() - ms))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('an inactive session', () => {
  test('a session of staff lasts for the minutes of the profile, also before a reloaded page has read it', async () => {
    storeSession()
    serve({
      ...answers,
      'GET profiles': () =>
        json([{ full_name: 'Ada Agent', approved: true, notification_email: null, staff_idle_minutes: 30 }]),
    })
    // As the page before the reload left it.
    localStorage.setItem('staffIdleMinutes', '30')
    localStorage.setItem('lastActivity', JSON.stringify(Date.now() - 20 * minutes))
    const { router } = renderApp('/pay-transfer')
    await screen.findByText('Deposit up to £5,000 per day')
    leaveFor(29.6 * minutes)
    expect(await screen.findByRole('dialog', { name: 'Are you still there?' })).toHaveTextContent(
      'Your chats will go back to the queue.',
    )
    leaveFor(30.1 * minutes)
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
    expect(await screen.findByText('You were signed out because you had not used the app for a while.')).toBeVisible()
    expect(localStorage.getItem('staffIdleMinutes')).toBeNull()
  })

  test('a customer who has asked for more time has 15 minutes, also before a reloaded page has read the profile', async () => {
    storeSession()
    serve({
      ...answers,
      'GET profiles': () =>
        json([
          { full_name: 'Priya Shah', approved: true, notification_email: null, support_needs: ['more_time', 'simple'] },
        ]),
    })
    localStorage.setItem('moreTime', 'true')
    localStorage.setItem('lastActivity', JSON.stringify(Date.now() - 10 * minutes))
    const { router } = renderApp('/pay-transfer')
    await screen.findByText('Deposit up to £5,000 per day')
    expect(document.documentElement).toHaveAttribute('data-text', 'large')
    leaveFor(14.6 * minutes)
    expect(await screen.findByRole('dialog', { name: 'Are you still there?' })).toBeInTheDocument()
    leaveFor(15.1 * minutes)
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
    expect(await screen.findByText('You were signed out after 15 minutes without activity.')).toBeVisible()
    expect(localStorage.getItem('moreTime')).toBeNull()
    expect(localStorage.getItem('largerText')).toBe('true')
  })

  test("warns thirty seconds before the sign-out, and 'Stay signed in' closes the warning", async () => {
    storeSession()
    serve(answers)
    const { router } = renderApp('/pay-transfer')
    await screen.findByText('Deposit up to £5,000 per day')
    vi.spyOn(Date, 'now').mockReturnValue(startsAt + 4.6 * minutes)
    leaveFor(4.6 * minutes)
    expect(await screen.findByRole('dialog', { name: 'Are you still there?' })).toBeInTheDocument()
    // A press beside it is no answer.
    await userEvent.click(document.querySelector('body > .bg-scrim') ?? document.body)
    expect(screen.getByRole('button', { name: 'Stay signed in' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(router.state.location.pathname).toBe('/pay-transfer')
  })

  test.each(['/pay-transfer', '/no/such/page'])(
    'an inactive session is signed out after five minutes at %s',
    async (path) => {
      storeSession()
      serve(answers)
      const { router } = renderApp(path)
      await screen.findByText(/Deposit up to £5,000 per day|Oops! Page not found/)
      vi.spyOn(Date, 'now').mockReturnValue(startsAt + 5.1 * minutes)
      leaveFor(5.1 * minutes)
      await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
      expect(localStorage.getItem('sb-bank-auth-token')).toBeNull()
    },
  )
})
