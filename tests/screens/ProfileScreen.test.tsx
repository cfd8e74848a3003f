import { json, noAnswer, renderSignedIn, serve, userId } from '../fakeServer'
import type { Answers, TableRow } from '../apiAnswers'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ProfileScreen } from '@/screens/ProfileScreen'

/** A server that stores the name. */
function show(fullName: string | null, change: Answers = {}) {
  let kept: Partial<TableRow<'profiles'>> = { full_name: fullName }
  const answers: Answers = {
    'GET profiles': () => json({ ...kept, approved: true, notification_email: null }),
    'PATCH profiles': ({ body }) => {
      kept = { ...kept, ...JSON.parse(body ?? '') }
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
    expect(await screen.findAllByText(/You appear to be offline/)).toHaveLength(1)
    expect(input).toHaveValue('Priya Shah Jones')
    answers['PATCH profiles'] = () => json([{ id: userId }])
    await userEvent.click(button())
    expect(await screen.findByText('Profile updated!')).toBeInTheDocument()
  })
})

test('shows the error and retries when the profile does not load', async () => {
  const { answers } = show(null, { 'GET profiles': noAnswer })
  expect(await screen.findByText("We couldn't load your profile.")).toBeVisible()
  expect(await screen.findByText("We couldn't load your address.")).toBeVisible()
  answers['GET profiles'] = () => json({ full_name: 'Priya Shah', approved: true, notification_email: null })
  for (const retry of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(retry)
  expect(await field()).toHaveValue('Priya Shah')
})

describe('the postal address', () => {
  const type = async (label: string, text: string) => {
    const input = await screen.findByLabelText(label)
    await userEvent.clear(input)
    if (text !== '') await userEvent.type(input, text)
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save address' }))
  const complete = async () => {
    await type('Address line 1', ' 4 Mill Lane ')
    await type('Town or city', 'Leeds')
    await type('Postcode', 'ls14ap')
  }

  test('the postal address is saved with the postcode in its usual form, and removed when all fields are empty', async () => {
    const { asked } = show('Priya Shah')
    expect(await screen.findByRole('button', { name: 'Save address' })).toBeDisabled()
    await complete()
    await save()
    expect(await screen.findByText('Address saved')).toBeInTheDocument()
    expect(await screen.findByDisplayValue('LS1 4AP')).toBeVisible()
    for (const label of ['Address line 1', 'Town or city', 'Postcode']) await type(label, '')
    await save()
    await waitFor(() => expect(writes(asked)).toHaveLength(2))
    expect(writes(asked).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { address_line_1: '4 Mill Lane', address_line_2: null, town: 'Leeds', postcode: 'LS1 4AP' },
      { address_line_1: null, address_line_2: null, town: null, postcode: null },
    ])
  })

  test.each([
    ['Address line 1', '', 'Enter the first line of your address.'],
    ['Address line 2 (optional)', '<b>', "< and > can't be used."],
    ['Town or city', '', 'Enter your town or city.'],
    ['Postcode', '12345', 'Enter a UK postcode, such as LS1 4AP.'],
  ])('refuses %s %j at the field and does not send it', async (label, text, problem) => {
    const { asked } = show('Priya Shah')
    await complete()
    await type(label, text)
    await save()
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(problem)
    expect(writes(asked)).toEqual([])
  })

  test('shows once that saving failed, and keeps what was typed', async () => {
    show('Priya Shah', { 'PATCH profiles': noAnswer })
    await complete()
    await save()
    expect(await screen.findAllByText(/You appear to be offline/)).toHaveLength(1)
    expect(screen.getByLabelText('Town or city')).toHaveValue('Leeds')
  })
})

test("'Back to Home' leads to /", async () => {
  const { router } = show('Priya Shah')
  await userEvent.click(await screen.findByRole('link', { name: 'Back to Home' }))
  expect(router.state.location.pathname).toBe('/')
})
