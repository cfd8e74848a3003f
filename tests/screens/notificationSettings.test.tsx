import { json, noAnswer, renderSignedIn, serve } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pushBrowser } from '../pushBrowser'
import { SettingsScreen } from '@/screens/SettingsScreen'

const choices = {
  push_key: 'BKey',
  push: ['money_in', 'money_out', 'card', 'low_balance', 'agent'],
  mail: ['money_in', 'money_out', 'low_balance'],
  mailbox: ['money_in', 'money_out', 'card', 'low_balance', 'agent'],
  shows_amounts: false,
  low_balance: null,
}
const device = { id: 'd1', name: 'Chrome on Android', created_at: '2026-11-21T09:00:00+00:00', is_current: false }

function show(change: Partial<Row<'get_notification_choices'>> = {}, answers: Answers = {}, sheet = 'notifications') {
  let stored = { ...choices, ...change }
  const given: Answers = {
    'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, undo_seconds: 0 }),
    'POST rpc/get_notification_choices': () => json(stored),
    'POST rpc/list_push_devices': () => json([]),
    'POST rpc/get_payment_limit': () => json({}, 500),
    'POST rpc/choose_notifications': ({ body }) => {
      const sent = JSON.parse(body ?? '') as Record<string, unknown>
      const named = Object.entries(sent).map(([name, value]) => [name.replace('p_', ''), value])
      stored = { ...stored, ...(Object.fromEntries(named) as object) }
      return new Response(null, { status: 204 })
    },
    ...answers,
  }
  const asked = serve(given)
  renderSignedIn(<SettingsScreen />, '/settings', `#${sheet}`)
  return { answers: given, asked }
}

const sent = (asked: ReturnType<typeof serve>, path: string) =>
  asked.filter((request) => request.path === `rpc/${path}`).map(({ body }): unknown => JSON.parse(body ?? ''))
const box = (name: string) => screen.findByRole('checkbox', { name })

test('each box is saved at once, and goes back if that fails', async () => {
  const { asked, answers } = show()
  await userEvent.click(await box('Money out: Email'))
  expect(await box('Money out: Email')).not.toBeChecked()
  await waitFor(() => expect(sent(asked, 'choose_notifications')).toHaveLength(1))
  expect(sent(asked, 'choose_notifications')).toEqual([
    {
      p_push: choices.push,
      p_mail: ['money_in', 'low_balance'],
      p_mailbox: choices.mailbox,
      p_shows_amounts: false,
    },
  ])
  answers['POST rpc/choose_notifications'] = noAnswer
  await userEvent.click(await box('An agent answered: Email'))
  expect(await screen.findByText('Not saved')).toBeInTheDocument()
  expect(await box('An agent answered: Email')).not.toBeChecked()
  expect(within(screen.getByRole('row', { name: /Security/ })).getByText('Always')).toBeVisible()
})

test('a bank without push messages does not offer them', async () => {
  show({ push_key: null })
  expect(await box('Money in: Email')).toBeChecked()
  expect(screen.queryByText('Device')).toBeNull()
  expect(screen.queryByText('Notifications on this device')).toBeNull()
})

test('a low balance is saved in pounds, or switched off by an empty field', async () => {
  const { asked } = show({ low_balance: 50 })
  const field = await screen.findByLabelText('Tell me below (£)')
  expect(field).toHaveValue('50.00')
  const save = async (typed: string) => {
    await userEvent.clear(field)
    if (typed !== '') await userEvent.type(field, typed)
    await userEvent.click(screen.getByRole('button', { name: 'Save low balance' }))
  }
  await save('2000000')
  expect(await screen.findByText('Enter an amount up to £1,000,000, or leave it empty.')).toBeVisible()
  await save('£100')
  expect(await screen.findByText('Low balance saved')).toBeInTheDocument()
  await save('')
  await waitFor(() => expect(sent(asked, 'choose_notifications')).toHaveLength(2))
  expect(sent(asked, 'choose_notifications')).toMatchObject([{ p_low_balance: '100.00' }, {}])
})

test('a refused low balance is said once, at its field', async () => {
  const message = 'Enter an amount up to £1,000,000, or leave it empty.'
  show({}, { 'POST rpc/choose_notifications': () => json({ code: 'PT400', message, hint: 'field:lowBalance' }, 400) })
  const field = await screen.findByLabelText('Tell me below (£)')
  await userEvent.type(field, '100')
  await userEvent.click(screen.getByRole('button', { name: 'Save low balance' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(message)))
  expect(screen.getAllByText(message)).toHaveLength(1)
  expect(screen.queryByText('Not saved')).toBeNull()
})

test('says how to allow blocked notifications', async () => {
  pushBrowser('denied')
  show()
  expect(await screen.findByText(/^Notifications are blocked for this site/)).toBeVisible()
})

test('says that an iPhone shows them for installed apps only', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Safari on iPhone')
  show()
  expect(await screen.findByText(/add the app to your home screen first/)).toBeVisible()
})

test('a dismissed question is said in place, and the switch stays off', async () => {
  pushBrowser('default')
  show()
  await userEvent.click(await screen.findByRole('switch', { name: /Show notifications here/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Notifications not changed')
  expect(screen.getByRole('switch', { name: /Show notifications here/ })).not.toBeChecked()
})

test('the devices with notifications are in the list of devices, and can be stopped there', async () => {
  const { asked, answers } = show(
    {},
    {
      'POST rpc/list_push_devices': () => json([device]),
      'POST rpc/remove_push_device': () => {
        answers['POST rpc/list_push_devices'] = () => json([])
        return json(true)
      },
    },
    'sign-in',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Stop on Chrome on Android' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.queryByText('Devices with notifications')).toBeNull())
  expect(sent(asked, 'remove_push_device')).toEqual([{ p_id: 'd1' }])
})
