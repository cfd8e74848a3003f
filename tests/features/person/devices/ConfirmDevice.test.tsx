import { accountRow, json, noAnswer, renderApp, serve, storeSession } from '../../../fakeServer'
import type { Answers } from '../../../apiAnswers'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const recognised = (state: string, triesLeft: number | null = null) =>
  json({ state, code_expires_at: triesLeft === null ? null : '2026-11-21T10:00:00+00:00', tries_left: triesLeft })
const noCode = () => recognised('unknown')
const codeSent = (triesLeft = 5) => recognised('unknown', triesLeft)
const taken = () => new Response(null, { status: 204 })

/** A server that knows this device only after a code was entered. */
function open(change: Answers = {}, at = '/') {
  const server = { state: 'unknown', approved: true }
  storeSession()
  const asked = serve({
    'GET profiles': () =>
      json({
        full_name: 'Priya Shah',
        approved: server.approved,
        notification_email: null,
        device_state: server.state,
      }),
    'POST rpc/get_current_account': () => json([accountRow()]),
    'POST rpc/recognise_device': () => (server.state === 'known' ? recognised('known') : noCode()),
    'POST /functions/v1/send-device-code': () => json({ sent: true }),
    'POST rpc/enter_device_code': () => {
      server.state = 'known'
      return taken()
    },
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    ...change,
  })
  return { server, asked, ...renderApp(at) }
}

const code = () => screen.findByRole('textbox', { name: 'Code from the email' })
const count = (asked: ReturnType<typeof serve>, path: string) => asked.filter((request) => request.path === path).length
const tokenIn = (request: { body: string | null } | undefined) =>
  (JSON.parse(request?.body ?? '{}') as { p_device_token?: unknown }).p_device_token

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

describe('an unknown device', () => {
  test('shows no customer data and asks before it sends a code', async () => {
    const { asked } = open()
    expect(await screen.findByRole('heading', { name: 'Confirm this device' })).toBeInTheDocument()
    expect(screen.getByText(/p••••@example.test/)).toBeInTheDocument()
    expect(asked.map(({ path }) => path)).toEqual(['profiles', 'rpc/recognise_device'])
  })

  test('opens the requested screen after the code is entered', async () => {
    const { asked, router } = open({}, '/transactions')
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }))
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument()
    expect(await code()).toHaveFocus()
    await userEvent.type(await code(), '012345')
    expect(await screen.findByRole('heading', { level: 1, name: 'Transactions' })).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/transactions')
    const [recognise, confirm] = ['rpc/recognise_device', 'rpc/enter_device_code'].map((path) =>
      asked.find((request) => request.path === path),
    )
    expect(JSON.parse(confirm?.body ?? '')).toMatchObject({ p_code: '012345' })
    expect(tokenIn(confirm)).toMatch(/^[0-9a-f]{64}$/)
    expect(tokenIn(confirm)).toBe(tokenIn(recognise))
  })

  test('accepts the code after a reload', async () => {
    const { asked } = open({ 'POST rpc/recognise_device': () => codeSent() })
    expect(await code()).toHaveFocus()
    expect(count(asked, '/functions/v1/send-device-code')).toBe(0)
  })

  test('a wrong code shows the attempts left, and the last one asks for a new code', async () => {
    let left = 2
    open({
      'POST rpc/recognise_device': () => (left > 0 ? codeSent(left) : noCode()),
      'POST rpc/enter_device_code': () => {
        left -= 1
        return taken()
      },
    })
    await userEvent.type(await code(), '111111')
    expect(await screen.findAllByText("That code isn't right. You have 1 attempt left.")).toHaveLength(1)
    expect(await code()).toHaveValue('')
    expect(await code()).toBeInvalid()
    expect(await code()).toHaveAccessibleDescription("That code isn't right. You have 1 attempt left.")
    await userEvent.type(await code(), '222222')
    await waitFor(async () =>
      expect(await code()).toHaveAccessibleDescription('That code is no longer valid. Please request a new one.'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
    await waitFor(async () => expect(await code()).not.toBeInvalid())
    expect(await code()).toHaveFocus()
  })

  test('an unknown device does not send too few digits', async () => {
    const { asked } = open({ 'POST rpc/recognise_device': () => codeSent() })
    await userEvent.type(await code(), '123{Enter}')
    expect(await code()).toHaveAccessibleDescription('Please enter all 6 digits of the code')
    expect(count(asked, 'rpc/enter_device_code')).toBe(0)
  })

  test('keeps a code after a lost connection, to send it again', async () => {
    let isReachable = false
    const { server } = open({
      'POST rpc/recognise_device': () => (server.state === 'known' ? recognised('known') : codeSent()),
      'POST rpc/enter_device_code': () => {
        if (!isReachable) return noAnswer()
        server.state = 'known'
        return taken()
      },
    })
    await userEvent.type(await code(), '012345')
    await waitFor(async () => expect(await code()).toHaveAccessibleDescription(/You appear to be offline/))
    expect(await code()).toHaveValue('012345')
    isReachable = true
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('heading', { name: 'Hello Priya' })).toBeInTheDocument()
  })

  test.each([
    [503, "We can't send emails at the moment. Please try again later."],
    [429, 'Please wait a minute before you ask for another code.'],
  ])('when no code can be sent (%i) the bank’s words stay on the screen', async (status, error) => {
    open({ 'POST /functions/v1/send-device-code': () => json({ error }, status) })
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(`Code not sent${error}`)
    expect(screen.getAllByText(error)).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Send code' })).toBeEnabled()
  })

  test('offers to sign out', async () => {
    const { router } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  })

  test('shows an error with a retry when the check fails', async () => {
    let isReachable = false
    open({ 'POST rpc/recognise_device': () => (isReachable ? noCode() : json({ code: 'PT401', message: 'x' }, 401)) })
    expect(await screen.findByText("We couldn't load this device.")).toBeInTheDocument()
    isReachable = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Confirm this device' })).toBeInTheDocument()
  })
})

test('a known device opens the app at once', async () => {
  const { server } = open({
    'POST rpc/recognise_device': () => {
      server.state = 'known'
      return recognised('known')
    },
  })
  expect(await screen.findByRole('heading', { name: 'Hello Priya' })).toBeInTheDocument()
})

test('the app does not call the server or store a token when devices are not checked', async () => {
  const { asked } = open({
    'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, device_state: 'off' }),
  })
  expect(await screen.findByRole('heading', { name: 'Hello Priya' })).toBeInTheDocument()
  expect(count(asked, 'rpc/recognise_device')).toBe(0)
  expect(localStorage.getItem('device')).toBeNull()
})

test('the device of a sign-up becomes known while the user waits for approval', async () => {
  const { server, asked } = open(
    {
      'GET profiles': () => json({ full_name: 'Priya Shah', approved: server.approved, device_state: server.state }),
      'POST rpc/recognise_device': () => {
        server.state = 'known'
        return recognised('known')
      },
    },
    '/pending-approval',
  )
  server.approved = false
  expect(await screen.findByRole('heading', { name: 'Your account is pending approval' })).toBeInTheDocument()
  await waitFor(() => expect(count(asked, 'rpc/recognise_device')).toBe(1))
})
