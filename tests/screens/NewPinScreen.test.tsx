import { json, renderApp, serve } from '../fakeServer'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const token = 'cd'.repeat(32)
const choose = async (pin: string, repeat = pin) => {
  await userEvent.clear(await screen.findByLabelText('Your new PIN'))
  await userEvent.type(screen.getByLabelText('Your new PIN'), pin)
  await userEvent.clear(screen.getByLabelText('Repeat your new PIN'))
  await userEvent.type(screen.getByLabelText('Repeat your new PIN'), repeat)
  await userEvent.click(screen.getByRole('button', { name: 'Set my new PIN' }))
}
const sent = (asked: { path: string; body: string | null }[]) =>
  asked.filter(({ path }) => path === 'rpc/choose_new_pin').map(({ body }) => JSON.parse(body ?? '') as object)

test('the link in the mail sets a new PIN without a sign-in, and leads to the sign-in page', async () => {
  const asked = serve({ 'POST rpc/choose_new_pin': () => json(true) })
  renderApp(`/new-pin#${token}`)
  await screen.findByRole('heading', { name: 'Set your new PIN' })
  await choose('48317', '48318')
  expect(await screen.findByText('The two PINs are different.')).toBeVisible()
  expect(sent(asked)).toEqual([])
  await choose('48317')
  const heading = await screen.findByRole('heading', { name: 'Your new PIN is set' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(sent(asked)).toMatchObject([{ p_token: token, p_pin: '48317' }])
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  expect(await screen.findByText('Enter your Security PIN')).toBeVisible()
})

test('an easy PIN is said at its field, and each try has the same id, so a lost answer can be asked for again', async () => {
  const easy = 'This PIN is easy to guess. Please choose another one.'
  const asked = serve({
    'POST rpc/choose_new_pin': () => json({ code: 'PT400', hint: 'field:pin', message: easy }, 400),
  })
  renderApp(`/new-pin#${token}`)
  await choose('12345')
  expect(await screen.findByText(easy)).toBeVisible()
  expect(screen.getByLabelText('Your new PIN')).toHaveValue('12345')
  await choose('11111')
  await waitFor(() => expect(sent(asked)).toHaveLength(2))
  const [first, second] = sent(asked) as { p_request_id: string }[]
  expect(first?.p_request_id).toBe(second?.p_request_id)
})

test.each([
  ['that is too old', `/new-pin#${token}`],
  ['without a token', '/new-pin'],
])('a link %s says how to get another one', async (_, path) => {
  serve({ 'POST rpc/choose_new_pin': () => json(false) })
  renderApp(path)
  if (path.includes('#')) await choose('48317')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(screen.getByText(/Choose Forgotten details\? on the sign-in screen/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/auth')
})
