import { json, renderApp, serve } from '../fakeServer'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const token = 'ab'.repeat(32)

test('asks before it freezes the account of the link, without a sign-in, and says what to do then', async () => {
  const asked = serve({ 'POST rpc/freeze_by_link': () => new Response(null, { status: 204 }) })
  renderApp(`/freeze#${token}`)
  await screen.findByRole('heading', { name: 'Freeze my account?' })
  expect(asked.map(({ path }) => path)).not.toContain('rpc/freeze_by_link')
  await userEvent.click(screen.getByRole('button', { name: 'Freeze my account' }))
  await screen.findByRole('heading', { name: 'Your account is frozen' })
  const frozen = asked.filter(({ path }) => path === 'rpc/freeze_by_link')
  expect(frozen).toMatchObject([{ body: JSON.stringify({ p_token: token }) }])
})

test('can be tried again after a failure', async () => {
  serve({ 'POST rpc/freeze_by_link': () => json({ code: 'PT429', message: 'Too many attempts.' }, 429) })
  renderApp(`/freeze#${token}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Freeze my account' }))
  expect(await screen.findByText(/Too many attempts/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Freeze my account' })).toBeEnabled()
})
