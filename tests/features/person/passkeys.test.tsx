import { json, renderSignedIn, serve, userId } from '../../fakeServer'
import type { Answers } from '../../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApprovalHost } from '@/app/ApprovalHost'
import { SettingsScreen } from '@/screens/SettingsScreen'

const done = () => new Response(null, { status: 204 })
const refusal = (code: string, hint: string, message: string) =>
  json({ code, hint, message, details: null }, Number(code.slice(2)))

// A browser that has passkeys.
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, {
      parseCreationOptionsFromJSON: () => undefined,
      parseRequestOptionsFromJSON: () => undefined,
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const passkey = (name: string) => ({
  id: name,
  name,
  created_at: '2026-11-20T12:00:00Z',
  last_used_at: null,
  credential_id: name,
})

function open(names: string[], answers: Answers = {}, frozenAt: string | null = null) {
  const profile = { id: userId, full_name: 'Priya Shah', approved: true, undo_seconds: 0, approve_above: 250 }
  serve({
    'GET profiles': () => json({ ...profile, passkey_state: 'some', frozen_at: frozenAt }),
    'POST rpc/list_passkeys': () => json(names.map(passkey)),
    ...answers,
  })
  renderSignedIn(<SettingsScreen />, '/settings', '#sign-in')
}

test.each([
  ['the last passkey with the PIN makes what it approves wait', ['Phone'], null, true],
  ['one of two makes nothing wait', ['Phone', 'Laptop'], null, false],
  ['one in a frozen account, which needs a code, makes nothing wait', ['Phone'], '2026-11-27T12:00:00Z', false],
])('to remove %s, and the dialog says so', async (_, names, frozenAt, waits) => {
  open(names, {}, frozenAt)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove passkey Phone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Phone?' })
  const text = 'What needs its approval has to wait for 24 hours, or until you add another passkey.'
  expect(dialog.textContent?.includes(text)).toBe(waits)
})

test('another passkey removes it, without the words for a customer who cannot use one', async () => {
  open(['Phone', 'Laptop'], {
    'POST rpc/remove_passkey': () =>
      json({ code: 'PT403', hint: 'field:currentPin', message: 'No', details: 'remove_passkey 0a' }, 403),
  })
  renderSignedIn(<ApprovalHost />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove passkey Phone' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use another passkey' }))
  const sheet = await screen.findByRole('dialog', { name: 'Approve with your passkey' })
  expect(sheet).toHaveTextContent('Remove a passkey. Use another one for this.')
  expect(sheet).not.toHaveTextContent('wait for 24 hours')
  // What waits for an approval outlives the test.
  await userEvent.click(within(sheet).getByRole('button', { name: 'Cancel' }))
})

test('the PIN that is entered takes away why another passkey did not remove it', async () => {
  const tooMany = 'Please approve this with another passkey.'
  let isFirst = true
  open(['Phone', 'Laptop'], {
    'POST rpc/enter_my_pin': done,
    'POST rpc/remove_passkey': () => {
      const answer = isFirst
        ? refusal('PT409', 'other', tooMany)
        : refusal('PT403', 'field:currentPin', "That isn't your current PIN.")
      isFirst = false
      return answer
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove passkey Phone' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Use another passkey' }))
  expect(await screen.findByText(tooMany)).toBeVisible()
  await userEvent.type(screen.getByLabelText('Current PIN'), '12345')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText("That isn't your current PIN.")).toBeVisible()
  expect(screen.queryByText(tooMany)).not.toBeInTheDocument()
})

test('to add a passkey, what failed before is gone, and a new code starts again', async () => {
  const tooSoon = 'Please wait a minute before you ask for another code.'
  let sent = () => json({ sent: true })
  open([], {
    'POST /functions/v1/send-device-code': () => sent(),
    'POST rpc/enter_my_pin': done,
    'POST rpc/enter_device_code': done,
    'POST rpc/start_adding_passkey': () => refusal('PT403', 'field:code', "That code isn't right."),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  const code = await screen.findByLabelText('Code from the email')
  sent = () => json({ error: tooSoon }, 429)
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByText(tooSoon)).toBeVisible()
  await userEvent.type(code, '111111')
  await userEvent.type(screen.getByLabelText('Current PIN'), '12345')
  await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }))
  expect(await screen.findByText("That code isn't right.")).toBeVisible()
  expect(screen.queryByText(tooSoon)).not.toBeInTheDocument()

  sent = () => json({ sent: true })
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  await waitFor(() => expect(screen.getByLabelText('Code from the email')).toHaveValue(''))
  expect(screen.queryByText("That code isn't right.")).not.toBeInTheDocument()
})
