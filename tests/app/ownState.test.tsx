import { storeSession } from '../fakeServer'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { AppRouter } from '@/app/AppRouter'
import { storedSession } from '@/lib/storedSession'

function Payee() {
  const { state } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p>{JSON.stringify(state)}</p>
      <button onClick={() => void navigate('/pay', { state: { recipient: 'Olive' } })}>Choose Olive</button>
      <button onClick={() => void navigate('/pay')}>Leave</button>
    </>
  )
}
const open = () =>
  render(
    <AppRouter>
      <Payee />
    </AppRouter>,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const goBack = async () => {
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await act(() => arrived)
}
const signInAs = (id: string) => {
  storeSession()
  const session: { user: object } = JSON.parse(localStorage.getItem(storedSession.key) ?? '')
  localStorage.setItem(storedSession.key, JSON.stringify({ ...session, user: { ...session.user, id } }))
}

beforeEach(() => window.history.pushState(null, '', '/pay'))

test.each([
  ['its user, also after a reload', () => signInAs('Ada'), '{"recipient":"Olive"}'],
  ['nobody after a sign-out', () => localStorage.removeItem(storedSession.key), 'null'],
  ['no other user', () => signInAs('Bob'), 'null'],
])('Back shows the navigation state of a signed-in user to %s', async (_whom, change, shown) => {
  signInAs('Ada')
  const { unmount } = open()
  await press('Choose Olive')
  expect(await screen.findByText('{"recipient":"Olive"}')).toBeInTheDocument()
  await press('Leave')
  expect(await screen.findByText('null')).toBeInTheDocument()
  change()
  await goBack()
  expect(await screen.findByText(shown)).toBeInTheDocument()
  unmount()
  open()
  expect(screen.getByText(shown)).toBeInTheDocument()
})

test("a visitor's navigation state stays when they sign in", async () => {
  localStorage.removeItem(storedSession.key)
  open()
  await press('Choose Olive')
  expect(await screen.findByText('{"recipient":"Olive"}')).toBeInTheDocument()
  await press('Leave')
  expect(await screen.findByText('null')).toBeInTheDocument()
  signInAs('Ada')
  await goBack()
  expect(await screen.findByText('{"recipient":"Olive"}')).toBeInTheDocument()
})
