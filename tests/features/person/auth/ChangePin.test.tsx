import { json, noAnswer, renderSignedIn, serve, userId } from '../../../fakeServer'
import type { Answers } from '../../../apiAnswers'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ChangePin } from '@/features/person/auth/ChangePin'

const done = () => new Response(null, { status: 204 })
const refusal = (code: string, hint: string, message: string) => () =>
  json({ code, hint, message, details: null }, Number(code.slice(2)))
const answers = (): Answers => ({
  'POST rpc/enter_my_pin': done,
  'POST rpc/change_my_pin': (): Response => json('54321'),
})
const wrongPin = refusal('PT403', 'field:currentPin', "That isn't your current PIN.")
const unusable = 'This PIN cannot be used. Please choose another one.'

beforeEach(() => vi.spyOn(console, 'error').mockReturnValue(undefined))

async function open(server: ReturnType<typeof answers>, isFrozen = false) {
  const asked = serve(server)
  renderSignedIn(<ChangePin userId={userId} isFrozen={isFrozen} />)
  await userEvent.click(screen.getByRole('button', { name: 'Change PIN' }))
  return asked
}
const fields = { current: 'Current PIN', pin: 'Your new PIN', repeat: 'Repeat your new PIN' }
async function fill(typed: Partial<typeof fields>) {
  for (const name of ['current', 'pin', 'repeat'] as const) {
    const text = typed[name]
    if (text === undefined) continue
    await userEvent.clear(screen.getByLabelText(fields[name]))
    await userEvent.type(screen.getByLabelText(fields[name]), text)
  }
}
const chooseOwn = () => userEvent.click(screen.getByRole('radio', { name: "I'll choose my own" }))
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Change PIN' }))
const requests = (asked: Awaited<ReturnType<typeof open>>) =>
  asked.filter(({ path }) => path.startsWith('rpc/')).map(({ path, body }) => [path.slice(4), JSON.parse(body ?? '')])

test('shows a random PIN until it is saved', async () => {
  const asked = await open(answers())
  expect(screen.getByLabelText('Current PIN')).toHaveFocus()
  await fill({ current: '24680' })
  await submit()
  expect(await screen.findByText('54321')).toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: 'Your new PIN' })).toContainElement(screen.getByText('54321'))
  expect(screen.getByText('54321')).toHaveFocus()
  expect(await screen.findByText('PIN changed')).toBeInTheDocument()
  expect(requests(asked)).toEqual([
    ['enter_my_pin', { p_pin: '24680' }],
    ['change_my_pin', {}],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  expect(screen.queryByText('54321')).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change PIN' })).toHaveFocus())
})

test('asks for a code from the mail too while the account is frozen, and says when it is wrong', async () => {
  const wrongCode = "That code isn't right. Try again, or ask for a new code."
  const server: Answers = {
    ...answers(),
    'POST /functions/v1/send-device-code': () => json({ sent: true }),
    'POST rpc/enter_device_code': done,
    'POST rpc/change_my_pin': refusal('PT403', 'field:code', wrongCode),
  }
  const asked = await open(server, true)
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }))
  const code = await screen.findByLabelText('Code from the email')
  await fill({ current: '24680' })
  await submit()
  expect(screen.getByText('Please enter all 6 digits of the code')).toBeInTheDocument()
  await userEvent.type(code, '111111')
  await submit()
  expect(await screen.findByText(wrongCode)).toBeInTheDocument()
  server['POST rpc/change_my_pin'] = () => json('54321')
  await userEvent.clear(code)
  await userEvent.type(code, '012345')
  await submit()
  expect(await screen.findByText('54321')).toBeInTheDocument()
  expect(requests(asked).map(([path, body]) => [path, body.p_code])).toEqual([
    ['enter_device_code', '111111'],
    ['enter_my_pin', undefined],
    ['change_my_pin', undefined],
    ['enter_device_code', '012345'],
    ['change_my_pin', undefined],
  ])
})

test('sets a PIN that the customer chooses', async () => {
  const asked = await open(answers())
  await chooseOwn()
  await fill({ current: '24680', pin: '54321', repeat: '54321' })
  await submit()
  expect(await screen.findByText('PIN changed')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Change PIN' })).toHaveFocus()
  expect(requests(asked)).toEqual([
    ['enter_my_pin', { p_pin: '24680' }],
    ['change_my_pin', { p_new_pin: '54321' }],
  ])
})

test.each([
  [{ current: '2468', pin: '54321', repeat: '54321' }, 'Current PIN', 'Enter your current 5-digit PIN.'],
  [{ current: '24680', pin: '5432', repeat: '5432' }, 'Your new PIN', 'Enter a 5-digit PIN.'],
  [
    { current: '24680', pin: '24680', repeat: '24680' },
    'Your new PIN',
    'Choose a PIN that differs from your current one.',
  ],
  [{ current: '24680', pin: '54321', repeat: '54322' }, 'Repeat your new PIN', 'The two PINs are different.'],
])('the form does not send %o', async (typed, field, problem) => {
  const asked = await open(answers())
  await chooseOwn()
  await fill(typed)
  await submit()
  expect(screen.getByLabelText(field)).toHaveFocus()
  expect(screen.getByLabelText(field)).toHaveAccessibleDescription(problem)
  expect(requests(asked)).toEqual([])
})

describe('a refusal', () => {
  test('a refusal of the current PIN is at its field, and the next try enters it again', async () => {
    const server = answers()
    server['POST rpc/change_my_pin'] = wrongPin
    const asked = await open(server)
    await fill({ current: '13579' })
    await submit()
    expect(await screen.findByText("That isn't your current PIN.")).toBeInTheDocument()
    expect(screen.getByLabelText('Current PIN')).toHaveFocus()
    server['POST rpc/change_my_pin'] = () => json('54321')
    await submit()
    expect(await screen.findByText('54321')).toBeInTheDocument()
    expect(requests(asked).filter(([name]) => name === 'enter_my_pin')).toHaveLength(2)
  })

  test('a refusal of the new PIN is at its field', async () => {
    await open({ ...answers(), 'POST rpc/change_my_pin': refusal('PT409', 'field:pin', unusable) })
    await chooseOwn()
    await fill({ current: '24680', pin: '54321', repeat: '54321' })
    await submit()
    expect(await screen.findByText(unusable)).toBeInTheDocument()
    expect(screen.getByLabelText('Your new PIN')).toHaveAccessibleDescription(unusable)
  })

  test('a refusal of too many attempts says when to try again', async () => {
    const locked = () => json({ code: 'PT429', hint: 'too-many-attempts', details: 'minutes:2', message: 'No.' }, 429)
    await open({ ...answers(), 'POST rpc/enter_my_pin': locked })
    await fill({ current: '24680' })
    await submit()
    expect(await screen.findByText('Too many attempts. Try again in 2 minutes.')).toBeInTheDocument()
  })
})

test('after a lost answer the change is repeated without entering the PIN again', async () => {
  const server = answers()
  server['POST rpc/change_my_pin'] = noAnswer
  const asked = await open(server)
  await fill({ current: '24680' })
  await submit()
  expect(await screen.findByText('You appear to be offline. Check your connection and try again.')).toBeInTheDocument()
  server['POST rpc/change_my_pin'] = () => json('54321')
  await submit()
  expect(await screen.findByText('54321')).toBeInTheDocument()
  expect(requests(asked).filter(([name]) => name === 'enter_my_pin')).toHaveLength(1)
})

test('Cancel closes the form', async () => {
  await open(answers())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByLabelText('Current PIN')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Change PIN' })).toHaveFocus()
})
