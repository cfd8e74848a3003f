import { json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ProfileScreen } from '@/screens/ProfileScreen'

type Answers = Parameters<typeof serve>[0]

/** A server that stores the name. */
function show(fullName: string | null, change: Answers = {}) {
  let kept = fullName
  const answers: Answers = {
    'GET profiles': () => json({ full_name: kept, approved: true, notification_email: null }),
    'PATCH profiles': ({ body }) => {
      kept = JSON.parse(body ?? '').full_name
      return json([{ id: userId }])
    },
    ...change,
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<ProfileScreen />, '/profile') }
}

const writes = (asked: ReturnType<typeof serve>) => asked.filter(({ method }) => method !== 'GET')
const field = () => screen.findByRole('textbox', { name: 'Full Name' })
const button = () => screen.getByRole('button', { name: 'Update Name' })

describe('the full name', () => {
  test('the full name cannot be saved while it is unchanged', async () => {
    show('Priya Shah')
    const input = await field()
    expect(button()).toBeDisabled()
    await userEvent.type(input, ' ')
    expect(button()).toBeDisabled()
    await userEvent.type(input, 'Jones')
    expect(button()).toBeEnabled()
    await userEvent.clear(input)
    await userEvent.type(input, 'Priya Shah')
    expect(button()).toBeDisabled()
  })

  test('the full name is saved on the profile only and then counts as unchanged', async () => {
    const { asked } = show('Priya Shah')
    await userEvent.type(await field(), ' Jones ')
    await userEvent.click(button())
    expect(await screen.findByText('Profile updated!')).toBeInTheDocument()
    expect(writes(asked).map(({ path, body }) => [path, JSON.parse(body ?? '')])).toEqual([
      ['profiles', { full_name: 'Priya Shah Jones' }],
    ])
    expect(writes(asked)[0]?.query.get('id')).toBe(`eq.${userId}`)
    await waitFor(() => expect(button()).toBeDisabled())
    expect(await field()).toHaveValue('Priya Shah Jones')
  })

  test.each([
    ['', 'Please enter your full name'],
    ['   ', 'Please enter your full name'],
    ['<b>Priya', "< and > can't be used."],
    ['Pri\u202eya', "Invisible characters can't be used."],
  ])('refuses %j at the field and does not send it', async (name, problem) => {
    const { asked } = show('Priya Shah')
    const input = await field()
    await userEvent.clear(input)
    if (name !== '') await userEvent.type(input, name)
    await userEvent.click(button())
    expect(input).toHaveAccessibleDescription(problem)
    expect(input).toBeInvalid()
    expect(input).toHaveFocus()
    expect(writes(asked)).toEqual([])
  })

  test('accepts at most 140 characters', async () => {
    show(null)
    const input = await field()
    await userEvent.click(input)
    await userEvent.paste('a'.repeat(150))
    expect(input).toHaveValue('a'.repeat(140))
  })

  test('shows the error, keeps the typed text and retries', async () => {
    const { answers } = show('Priya Shah', { 'PATCH profiles': noAnswer })
    const input = await field()
    await userEvent.type(input, ' Jones')
    await userEvent.click(button())
    expect(await screen.findByRole('alert')).toHaveTextContent('You appear to be offline.')
    expect(input).toHaveValue('Priya Shah Jones')
    answers['PATCH profiles'] = () => json([{ id: userId }])
    await userEvent.click(button())
    expect(await screen.findByText('Profile updated!')).toBeInTheDocument()
  })
})

test('shows the error and retries when the profile does not load', async () => {
  const { answers } = show(null, { 'GET profiles': noAnswer })
  expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't load your profile.")
  answers['GET profiles'] = () => json({ full_name: 'Priya Shah', approved: true, notification_email: null })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await field()).toHaveValue('Priya Shah')
})

test("'Back to Home' leads to /", async () => {
  const { router } = show('Priya Shah')
  await userEvent.click(await screen.findByRole('link', { name: 'Back to Home' }))
  expect(router.state.location.pathname).toBe('/')
})
