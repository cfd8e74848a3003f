import { json, noAnswer, renderApp, serve } from '../../../fakeServer'
import type { Answers } from '../../../apiAnswers'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { deviceStore } from '@/lib/storage'
import { faults } from '../../../faults'

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const session = () => ({
  access_token: 'header.payload.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: inAnHour(),
  user: { id: '00000000-0000-4000-8000-000000000001', email: 'nia@people.example' },
})
const byPin = 'POST rpc/get_email_by_pin'
const byPassword = 'POST /auth/v1/token'

afterEach(() => {
  vi.useRealTimers()
})

async function pinField() {
  return screen.findByRole('textbox', { name: 'Security PIN' })
}

/** The text is shown twice: in the toast and at the field. */
async function expectToastAndPlace(text: string | RegExp) {
  await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2))
  expect(await pinField()).toBeInvalid()
  expect(await pinField()).toHaveAccessibleDescription(text)
}

async function toastOf(title: string) {
  const region = await screen.findByRole('region', { name: /^Notifications/ })
  const item = (await within(region).findByText(title)).closest('li')
  if (item === null) throw new Error('no toast has this title')
  return within(item)
}

describe('signing in', () => {
  test('sends on the fifth digit: first the PIN, then the PIN with a 0 as the password', async () => {
    const asked = serve({
      [byPin]: () => json([{ user_email: 'nia@people.example', user_approved: true }]),
      [byPassword]: () => json(session()),
      'GET profiles': () => json([{ full_name: 'Nia', approved: true, notification_email: null }]),
    })
    const { router } = renderApp('/auth')
    await userEvent.type(await pinField(), '24680')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(asked.filter(({ path }) => path.startsWith('rpc/')).map(({ body }) => body)).toEqual([
      '{"user_pin":"24680"}',
      // Not awaited.
      JSON.stringify({ p_device_token: deviceStore.token() }),
    ])
    const signIn = asked.find(({ path }) => path === '/auth/v1/token')
    expect(JSON.parse(signIn?.body ?? '')).toMatchObject({ email: 'nia@people.example', password: '246800' })
  })

  test('a PIN can be pasted with spaces around it', async () => {
    const asked = serve({ [byPin]: () => json([]) })
    renderApp('/auth')
    await userEvent.click(await pinField())
    await userEvent.paste(' 246 80 ')
    await waitFor(() => expect(asked.map(({ body }) => body)).toContain('{"user_pin":"24680"}'))
    await expectToastAndPlace('Invalid PIN. Please check your PIN and try again.')
  })

  test('refuses an unknown PIN', async () => {
    serve({ [byPin]: () => json([]) })
    const { router } = renderApp('/auth')
    await userEvent.type(await pinField(), '11111')
    await expectToastAndPlace('Invalid PIN. Please check your PIN and try again.')
    const shown = await toastOf('Sign-in failure')
    expect(shown.getByText('Invalid PIN. Please check your PIN and try again.')).toBeInTheDocument()
    expect(await pinField()).toHaveFocus()
    expect(await pinField()).toHaveValue('')
    expect(router.state.location.pathname).toBe('/auth')
  })

  test('tells a user who is not approved, and starts no session', async () => {
    const asked = serve({ [byPin]: () => json([{ user_email: 'nia@people.example', user_approved: false }]) })
    renderApp('/auth')
    await userEvent.type(await pinField(), '11111')
    await expectToastAndPlace(
      'Your account is pending approval. Please wait for an administrator to approve your account.',
    )
    expect(await toastOf('Pending account')).toBeDefined()
    expect(await pinField()).toHaveFocus()
    expect(asked.map(({ path }) => path)).not.toContain('/auth/v1/token')
    expect(localStorage.getItem('sb-bank-auth-token')).toBeNull()
  })

  test('says when to try again after too many attempts', async () => {
    const message = 'Too many attempts. Please try again later.'
    serve({ [byPin]: () => json({ code: 'PT429', details: 'minutes:4', message }, 429) })
    renderApp('/auth')
    await userEvent.type(await pinField(), '11111')
    await expectToastAndPlace('Too many attempts. Try again in 4 minutes.')
  })

  test('says when to try again after too many wrong passwords', async () => {
    serve({
      [byPin]: () => json([{ user_email: 'nia@people.example', user_approved: true }]),
      [byPassword]: () => json({ code: 429, msg: 'Too many attempts. Please try again later. minutes:8' }, 429),
    })
    renderApp('/auth')
    await userEvent.type(await pinField(), '24680')
    await expectToastAndPlace('Too many attempts. Try again in 8 minutes.')
  })

  test('a 429 from the password check shows the message for too many attempts, and the PIN can be typed again', async () => {
    const answers: Answers = {
      [byPin]: () => json([{ user_email: 'nia@people.example', user_approved: true }]),
      [byPassword]: () => json({ code: 429, error_code: 'over_request_rate_limit', msg: 'Slow down' }, 429),
      'GET profiles': () => json([{ full_name: 'Nia', approved: true, notification_email: null }]),
    }
    serve(answers)
    const { router } = renderApp('/auth')
    await userEvent.type(await pinField(), '24680')
    await expectToastAndPlace('Too many attempts. Please try again later.')
    answers[byPassword] = () => json(session())
    await userEvent.clear(await pinField())
    await userEvent.type(await pinField(), '24680')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  // A 429 has its own message.
  test.each(faults.filter(({ fault }) => !fault.includes('429')))(
    '$fault: shows the error, and keeps the PIN for another try',
    async ({ answer, words }) => {
      const answers: Answers = {
        [byPin]: answer,
        [byPassword]: () => json(session()),
        'GET profiles': () => json([{ full_name: 'Nia', approved: true, notification_email: null }]),
      }
      serve(answers)
      const { router } = renderApp('/auth')
      await userEvent.type(await pinField(), '11111')
      await expectToastAndPlace(words)
      expect(await pinField()).toHaveValue('11111')
      answers[byPin] = () => json([{ user_email: 'nia@people.example', user_approved: true }])
      await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
      await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    },
  )

  test('sends the PIN again by the button after a lost connection', async () => {
    const answers = { [byPin]: (): Response => noAnswer() }
    serve(answers)
    renderApp('/auth')
    await userEvent.type(await pinField(), '11111')
    await expectToastAndPlace('You appear to be offline. Check your connection and try again.')
    answers[byPin] = () => json([])
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await expectToastAndPlace('Invalid PIN. Please check your PIN and try again.')
  })

  test.each([
    ['at once', async () => undefined],
    [
      'after another field had the focus',
      async () => {
        await userEvent.tab()
        await userEvent.tab({ shift: true })
      },
    ],
  ])('a PIN that is typed again after a lost connection, %s, is sent', async (_, before) => {
    const asked = serve({ [byPin]: noAnswer })
    renderApp('/auth')
    await userEvent.type(await pinField(), '11111')
    await expectToastAndPlace('You appear to be offline. Check your connection and try again.')
    await before()
    await userEvent.keyboard('22222')
    await waitFor(() => expect(asked.filter(({ path }) => path === 'rpc/get_email_by_pin')).toHaveLength(2))
    expect(asked.at(-1)?.body).toContain('22222')
  })

  test('while a PIN is checked, the button is disabled and no second request is sent, also after ten seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let answer: (response: Response) => void = () => undefined
    const asked = serve({ [byPin]: () => new Promise<Response>((resolve) => (answer = resolve)) })
    renderApp('/auth')
    await userEvent.type(await pinField(), '11111{Enter}')
    expect(await screen.findByRole('button', { name: /Signing in\.\.\./ })).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    const button = screen.getByRole('button', { name: /Signing in\.\.\./ })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(button)
    answer(json([]))
    await expectToastAndPlace('Invalid PIN. Please check your PIN and try again.')
    expect(asked.filter(({ path }) => path === 'rpc/get_email_by_pin')).toHaveLength(1)
  })

  test('the sign-in does not send fewer than five digits', async () => {
    const asked = serve({})
    renderApp('/auth')
    await userEvent.type(await pinField(), '123{Enter}')
    await expectToastAndPlace('Please enter a 5-digit security PIN')
    expect((await toastOf('Invalid PIN')).getByText('Please enter a 5-digit security PIN')).toBeInTheDocument()
    expect(await pinField()).toHaveFocus()
    expect(asked).toEqual([])
    expect(await pinField()).toHaveValue('123')
  })
})

describe('a browser that the server does not know', () => {
  const found = () => json([{ user_email: 'nia@people.example', user_approved: true }])
  const needsEmail = () => json({ needs_email: true, wrong_pin: false })
  const emailField = () => screen.findByLabelText("We don't know this device yet. Enter your email address.")
  const bodies = (asked: ReturnType<typeof serve>) =>
    asked.filter(({ path }) => path === 'rpc/get_email_by_pin').map(({ body }): unknown => JSON.parse(body ?? ''))

  test('asks for the email address, keeps the PIN, and signs in with both', async () => {
    const answers: Answers = {
      [byPin]: needsEmail,
      [byPassword]: () => json(session()),
      'GET profiles': () => json([{ full_name: 'Nia', approved: true, notification_email: null }]),
    }
    const asked = serve(answers)
    const { router } = renderApp('/auth')
    await userEvent.type(await pinField(), '24680')
    const email = await emailField()
    expect(email).toHaveFocus()
    expect(email).toHaveAttribute('autocomplete', 'username')
    expect(await pinField()).toHaveValue('24680')
    expect(await pinField()).toBeValid()
    expect(screen.queryByText('Sign-in failure')).not.toBeInTheDocument()
    answers[byPin] = found
    await userEvent.type(email, ' nia@people.example {Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(bodies(asked)).toEqual([{ user_pin: '24680' }, { user_pin: '24680', p_email: 'nia@people.example' }])
  })

  test('keeps the address after a wrong pair, and sends both with the fifth digit', async () => {
    const answers: Answers = { [byPin]: needsEmail }
    const asked = serve(answers)
    renderApp('/auth')
    await userEvent.type(await pinField(), '24681')
    answers[byPin] = () => json([])
    await userEvent.type(await emailField(), 'nia@people.example{Enter}')
    await expectToastAndPlace('Invalid PIN. Please check your PIN and try again.')
    expect(await pinField()).toHaveValue('')
    expect(await pinField()).toHaveFocus()
    expect(await emailField()).toHaveValue('nia@people.example')
    await userEvent.type(await pinField(), '24680')
    await waitFor(() => expect(bodies(asked)).toHaveLength(3))
    expect(bodies(asked)[2]).toEqual({ user_pin: '24680', p_email: 'nia@people.example' })
  })

  test.each([
    ['', 'Please enter your email address'],
    ['nia@', 'Please enter an email address such as name@example.com'],
  ])('does not send the address %j', async (typed, problem) => {
    const asked = serve({ [byPin]: needsEmail })
    renderApp('/auth')
    await userEvent.type(await pinField(), '24680')
    await userEvent.type(await emailField(), `${typed}{Enter}`)
    expect(await emailField()).toHaveAccessibleDescription(problem)
    expect(await emailField()).toHaveFocus()
    expect(bodies(asked)).toHaveLength(1)
  })

  test('that has been used before says that the PIN is wrong, and offers the address to somebody else', async () => {
    const token = deviceStore.token()
    const answers: Answers = {
      [byPin]: () => json({ needs_email: true, wrong_pin: true }),
      [byPassword]: () => json(session()),
      'GET profiles': () => json([{ full_name: 'Nia', approved: true, notification_email: null }]),
    }
    const asked = serve(answers)
    const { router } = renderApp('/auth')
    await userEvent.type(await pinField(), '24681')
    await expectToastAndPlace('Invalid PIN. Please check your PIN and try again.')
    expect(await pinField()).toHaveFocus()
    expect(await pinField()).toHaveValue('')
    expect(screen.getByLabelText('New to this device? Enter your email address too.')).toHaveValue('')
    answers[byPin] = found
    await userEvent.type(await pinField(), '24680')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(bodies(asked)).toEqual([
      { user_pin: '24681', p_device_token: token },
      { user_pin: '24680', p_device_token: token },
    ])
  })
})

describe('signing up', () => {
  async function fillIn(fullName: string, email: string) {
    await userEvent.click(await screen.findByRole('button', { name: "Don't have an account? Sign up" }))
    await screen.findByRole('heading', { name: 'Create Account' })
    await waitFor(() => expect(screen.getByLabelText('Full Name')).toHaveFocus())
    if (fullName !== '') await userEvent.type(screen.getByLabelText('Full Name'), fullName)
    if (email !== '') await userEvent.type(screen.getByLabelText('Email'), email)
    await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  }

  test('shows the new PIN after a second, for 15 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const asked = serve({
      'POST /auth/v1/signup': () => json(session()),
      'GET profiles': () => json([{ full_name: 'Nia', approved: false, notification_email: null }]),
      'POST rpc/has_new_pin': () => json(false),
      'POST rpc/record_new_pin_view': () => new Response(null, { status: 204 }),
      'POST rpc/get_my_new_pin': () => json('54321'),
      'POST rpc/touch_session': () => json(true),
    })
    const { router } = renderApp('/auth')
    await fillIn('Nia Newcomer', 'nia@people.example')
    await waitFor(() => expect(router.state.location.pathname).toBe('/pending-approval'))
    const signUp = asked.find(({ path }) => path === '/auth/v1/signup')
    expect(JSON.parse(signUp?.body ?? '')).toMatchObject({
      email: 'nia@people.example',
      data: { full_name: 'Nia Newcomer' },
    })
    expect(signUp?.query.get('redirect_to')).toBe(window.location.origin)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(await screen.findByText(/54321/)).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(13_500))
    expect(screen.getByText(/54321/)).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(screen.queryByText(/54321/)).not.toBeInTheDocument()
  })

  test.each([
    ['', 'nia@people.example', 'Full Name', 'Please enter your full name'],
    ['Nia', '', 'Email', 'Please enter your email address'],
    ['Nia', 'nia@', 'Email', 'Please enter an email address such as name@example.com'],
  ])('the sign-up does not send %j and %j', async (fullName, email, field, problem) => {
    const asked = serve({})
    renderApp('/auth')
    await fillIn(fullName, email)
    expect(screen.getByLabelText(field)).toHaveFocus()
    expect(screen.getByLabelText(field)).toBeInvalid()
    expect(screen.getByLabelText(field)).toHaveAccessibleDescription(problem)
    expect(asked).toEqual([])
  })

  test.each([
    ['is told', () => new Response(null, { status: 204 })],
    ['cannot be told', () => json({ code: 'PT429', message: 'Too many attempts.' }, 429)],
  ])('of a known address keeps what was typed, and its owner %s by email', async (_, answer) => {
    const asked = serve({
      'POST /auth/v1/signup': () =>
        json({ code: 422, error_code: 'user_already_exists', msg: 'User already registered' }, 422),
      'POST rpc/report_known_address': answer,
    })
    renderApp('/auth')
    await fillIn('Nia', 'nia@people.example')
    const words =
      "We couldn't create an account with this email address. If you already have one, sign in, or check your email."
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2))
    expect(asked.at(-1)).toMatchObject({ path: 'rpc/report_known_address', body: '{"p_email":"nia@people.example"}' })
    expect(screen.getByText('Error')).toBeInTheDocument()
    expect(screen.getByLabelText('Email')).toHaveValue('nia@people.example')
  })
})

describe('a forgotten PIN', () => {
  async function open() {
    renderApp('/auth')
    await userEvent.click(await screen.findByRole('button', { name: 'Forgotten details?' }))
    return screen.findByRole('dialog', { name: 'Forgot your PIN?' })
  }

  test('requires an address', async () => {
    const asked = serve({})
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Send Request' }))
    expect(await screen.findByText('Email required')).toBeInTheDocument()
    expect(screen.getAllByText('Please enter your registered email')).toHaveLength(2)
    expect(screen.getByLabelText('Email Address')).toHaveFocus()
    expect(screen.getByLabelText('Email Address')).toBeInvalid()
    expect(screen.getByLabelText('Email Address')).toHaveAccessibleDescription(/Please enter your registered email/)
    expect(asked).toEqual([])
  })

  test('a refusal appears in the words of the server, as a toast and at the field', async () => {
    const answers: Answers = {
      'POST rpc/request_pin_reset': () => json({ code: 'PT400', message: 'Please try that in an hour.' }, 400),
    }
    serve(answers)
    await open()
    const email = screen.getByLabelText('Email Address')
    await userEvent.type(email, 'nia@people.example{Enter}')
    expect((await toastOf('Error')).getByText('Please try that in an hour.')).toBeInTheDocument()
    expect(email).toBeInvalid()
    expect(email).toHaveAccessibleDescription(/Please try that in an hour\./)
    expect(email).toHaveFocus()
    answers['POST rpc/request_pin_reset'] = () => new Response(null, { status: 204 })
    await userEvent.click(screen.getByRole('button', { name: 'Send Request' }))
    expect(await toastOf('Request sent')).toBeDefined()
  })

  test('sends the request and confirms it', async () => {
    const asked = serve({ 'POST rpc/request_pin_reset': () => new Response(null, { status: 204 }) })
    await open()
    await userEvent.type(screen.getByLabelText('Email Address'), 'nia@people.example{Enter}')
    expect(
      await screen.findByText('An administrator will contact you shortly to help reset your PIN'),
    ).toBeInTheDocument()
    expect(asked.map(({ body }) => body)).toEqual(['{"p_email":"nia@people.example"}'])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('sends nothing on Cancel', async () => {
    const asked = serve({})
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(asked).toEqual([])
  })
})

describe('the passkey button', () => {
  /** A browser that has passkeys. It chooses one in the field if it can offer them there. */
  function browser(canOffer = false) {
    class Credential {
      static parseCreationOptionsFromJSON = () => undefined
      static parseRequestOptionsFromJSON = () => undefined
      static isConditionalMediationAvailable = async () => canOffer
      toJSON = () => ({})
    }
    vi.stubGlobal('PublicKeyCredential', Credential)
    Object.assign(navigator, { credentials: { get: async () => new Credential() } })
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const button = () => screen.queryByRole('button', { name: 'Sign in with a passkey' })

  test('stays where the bank has passkeys', async () => {
    browser()
    const asked = serve({ 'POST rpc/start_passkey_sign_in': () => json('challenge') })
    renderApp('/auth')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(button()).toBeVisible()
  })

  test('is gone where the bank has passkeys off', async () => {
    browser()
    serve({
      'POST rpc/start_passkey_sign_in': () =>
        json({ code: 'PT404', hint: 'passkeys-off', message: "Passkeys can't be used at the moment." }, 404),
    })
    renderApp('/auth')
    await waitFor(() => expect(button()).toBeVisible())
    await waitFor(() => expect(button()).not.toBeInTheDocument())
  })

  test('and the field say why a passkey that was chosen did not sign in', async () => {
    browser(true)
    const error = "This passkey wasn't accepted. It may have been removed. Try again, or use your PIN."
    serve({
      'POST rpc/start_passkey_sign_in': () => json('challenge'),
      'POST /functions/v1/use-passkey': () => json({ error }, 403),
    })
    renderApp('/auth')
    expect((await toastOf('Not signed in')).getByText(error)).toBeVisible()
  })
})
