import { json, noAnswer, renderSignedIn, serve } from '../../../fakeServer'
import type { Answers } from '../../../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SettingsScreen } from '@/screens/SettingsScreen'

const laptop = { id: 'laptop', name: 'Chrome on Linux', last_used_at: '2026-11-21T09:05:00+00:00', is_current: true }
const phone = { id: 'phone', name: 'Safari on iPhone', last_used_at: '2026-11-20T18:30:00+00:00', is_current: false }

function show(state: string, change: Answers = {}) {
  let kept = [laptop, phone]
  const asked = serve({
    'GET profiles': () => json({ full_name: 'Priya', approved: true, notification_email: null, device_state: state }),
    'POST rpc/list_devices': () => json(kept),
    'POST rpc/remove_device': ({ body }) => {
      const { p_device_id: id } = JSON.parse(body ?? '') as { p_device_id: string }
      kept = kept.filter((device) => device.id !== id)
      return json(true)
    },
    'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    ...change,
  })
  return { asked, ...renderSignedIn(<SettingsScreen />, '/settings', '#sign-in') }
}

const list = async () => within(await screen.findByRole('region', { name: 'Your devices' }))
const removal = (asked: ReturnType<typeof serve>) => asked.filter(({ path }) => path === 'rpc/remove_device')

test('lists the devices and marks this one', async () => {
  show('known')
  const [first, second] = await (await list()).findAllByRole('listitem')
  expect(first).toHaveTextContent('Chrome on LinuxThis device')
  expect(second).toHaveTextContent('Safari on iPhoneLast signed in on 20 November 2026 at 18:30')
})

test('shows and fetches no list when devices are not checked', async () => {
  const { asked } = show('off')
  expect(await screen.findByRole('button', { name: 'Change PIN' })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Your devices' })).not.toBeInTheDocument()
  expect(asked.map(({ path }) => path)).not.toContain('rpc/list_devices')
})

test('removing a device asks for confirmation and keeps the session', async () => {
  const { asked } = show('known')
  await userEvent.click(await (await list()).findByRole('button', { name: 'Remove Safari on iPhone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Safari on iPhone?' }))
  expect(dialog.getByText(/^Last signed in on 20 November 2026 at 18:30. We'll sign it out now\./)).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(removal(asked)).toEqual([])

  await userEvent.click((await list()).getByRole('button', { name: 'Remove Safari on iPhone' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Device removed')).toBeInTheDocument()
  await waitFor(async () => expect((await list()).getAllByRole('listitem')).toHaveLength(1))
  expect(JSON.parse(removal(asked)[0]?.body ?? '')).toEqual({ p_device_id: 'phone' })
  expect(localStorage.getItem('sb-bank-auth-token')).not.toBeNull()
})

test('removing this device signs out', async () => {
  show('known')
  await userEvent.click(await (await list()).findByRole('button', { name: 'Remove Chrome on Linux' }))
  expect(await screen.findByText(/We'll sign you out now/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(localStorage.getItem('sb-bank-auth-token')).toBeNull())
})

test('a failed removal shows the error and can be retried', async () => {
  show('known', { 'POST rpc/remove_device': noAnswer })
  await userEvent.click(await (await list()).findByRole('button', { name: 'Remove Safari on iPhone' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to remove device')
  expect(screen.getAllByText('Failed to remove device')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Remove' })).toBeEnabled()
})

test('a list that failed to load can be retried', async () => {
  let isReachable = false
  show('known', {
    'POST rpc/list_devices': () => (isReachable ? json([laptop]) : json({ code: 'PT401', message: 'No.' }, 401)),
  })
  expect(await (await list()).findByText("We couldn't load your devices.")).toBeInTheDocument()
  isReachable = true
  await userEvent.click((await list()).getByRole('button', { name: 'Try again' }))
  expect(await (await list()).findByText('Chrome on Linux')).toBeInTheDocument()
})

test('shows that the list is empty', async () => {
  show('known', { 'POST rpc/list_devices': () => json([]) })
  expect(await (await list()).findByText('No devices yet')).toBeInTheDocument()
})
