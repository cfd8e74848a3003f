import { json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { beforeEach, describe, expect, test } from 'vitest'
import { SettingsScreen } from '@/screens/SettingsScreen'
import { faults } from '../faults'

type Answers = Parameters<typeof serve>[0]

/** A server that stores the address. */
function show(address: string | null, change: Answers = {}) {
  let kept = address
  const answers: Answers = {
    'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, notification_email: kept }),
    'PATCH profiles': ({ body }) => {
      kept = JSON.parse(body ?? '').notification_email
      return json([{ id: userId }])
    },
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<SettingsScreen />, '/settings') }
}

const writes = (asked: ReturnType<typeof serve>) => asked.filter(({ method }) => method === 'PATCH')
const field = () => screen.findByRole('textbox', { name: 'Notification Email' })
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save Settings' }))

beforeEach(() => {
  localStorage.clear()
  toast.dismiss()
})

describe('the notification email', () => {
  test('is shown, changed and saved', async () => {
    const { asked } = show('old@example.com')
    const input = await field()
    expect(input).toHaveValue('old@example.com')
    await userEvent.clear(input)
    await userEvent.type(input, ' new@example.com {Enter}')
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
    const [write] = writes(asked)
    expect(write?.query.get('id')).toBe(`eq.${userId}`)
    expect(JSON.parse(write?.body ?? '')).toEqual({ notification_email: 'new@example.com' })
    await waitFor(() => expect(input).toHaveValue('new@example.com'))
  })

  test.each(['', '   '])('saves %j as no address', async (text) => {
    const { asked } = show('old@example.com')
    const input = await field()
    await userEvent.clear(input)
    if (text !== '') await userEvent.type(input, text)
    await save()
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
    expect(writes(asked).map(({ body }) => JSON.parse(body ?? ''))).toEqual([{ notification_email: null }])
  })

  test.each(['priya', 'priya@example', 'a@example.com,b@example.com', '<i>@example.com', 'pri\u200bya@example.com'])(
    'refuses %j at the field and does not send it',
    async (address) => {
      const { asked } = show(null)
      const input = await field()
      await userEvent.type(input, address)
      await save()
      expect(input).toHaveAccessibleDescription(/Please enter an email address such as name@example.com/)
      expect(input).toBeInvalid()
      expect(input).toHaveFocus()
      expect(input).toHaveValue(address)
      expect(writes(asked)).toEqual([])
    },
  )

  test.each(faults)('$fault: shows the error, keeps the typed value, and saves it on a retry', async (fault) => {
    const { answers } = show('old@example.com', { 'PATCH profiles': fault.answer })
    const input = await field()
    await userEvent.clear(input)
    await userEvent.type(input, 'new@example.com')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent(fault.words)
    expect(input).toHaveValue('new@example.com')
    answers['PATCH profiles'] = () => json([{ id: userId }])
    await save()
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('shows an error when the server updates no row', async () => {
    show(null, { 'PATCH profiles': () => json([]) })
    await userEvent.type(await field(), 'new@example.com')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't change your profile.")
    expect(screen.queryByText('Settings saved')).not.toBeInTheDocument()
  })

  test('is sent once when the button is pressed repeatedly', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const { asked } = show(null, { 'PATCH profiles': () => held.then(() => json([{ id: userId }])) })
    await userEvent.type(await field(), 'new@example.com')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Save Settings' }))
    await userEvent.type(await field(), '{Enter}')
    answer()
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
    expect(writes(asked)).toHaveLength(1)
  })

  test('keeps text typed during a save', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    show(null, { 'PATCH profiles': () => held.then(() => json([{ id: userId }])) })
    const input = await field()
    await userEvent.type(input, 'new@example.co{Enter}')
    await userEvent.type(input, 'm')
    answer()
    expect(await screen.findByText('Settings saved')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save Settings' })).toBeEnabled())
    expect(input).toHaveValue('new@example.com')
  })
})

test('shows the error, retries and still offers Sign Out when the settings do not load', async () => {
  const { answers } = show(null, { 'GET profiles': noAnswer })
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your settings.")
  expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  answers['GET profiles'] = () => json({ full_name: null, approved: true, notification_email: 'a@example.com' })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await field()).toHaveValue('a@example.com')
})

test('Sign Out ends the session', async () => {
  show(null, { 'POST /auth/v1/logout': () => json({}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(localStorage.getItem('sb-bank-auth-token')).toBeNull())
})
