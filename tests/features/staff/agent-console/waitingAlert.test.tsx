import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { alertAgent } from '@/features/staff/agent-console/agentAlert'
import { useWaitingAlert } from '@/features/staff/agent-console/useWaitingAlert'
import { chatAlertsStore, releasedChatsStore } from '@/lib/storage'
import { fakeAlerts } from '../../../fakeAlerts'

let alerts: ReturnType<typeof fakeAlerts>

beforeEach(() => {
  chatAlertsStore.write(true)
  alerts = fakeAlerts()
})

/** A tab of the agent. Returns a function that changes the number of customers who wait. */
function openTab(waiting: number | null) {
  const { rerender } = renderHook((count: number | null) => useWaitingAlert(count, () => undefined), {
    initialProps: waiting,
  })
  return rerender
}
const titles = () => alerts.shown.mock.calls.map(([title]) => title)
/** The alert of an unrelated text comes after all alerts before it. */
async function settled() {
  await alertAgent('The end', () => undefined)
  const before = titles().filter((title) => title !== 'The end')
  return { titles: before, sounds: alerts.sounded.mock.calls.length - 1 }
}

test('one of two tabs alerts for a rise of the number', async () => {
  const tabs = [openTab(1), openTab(1)]
  for (const tab of tabs) tab(2)
  expect(await settled()).toEqual({ titles: ['2 customers are waiting for an agent'], sounds: 1 })
})

test('the next rise is told again, and an equal number later', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  const tab = openTab(0)
  for (const count of [1, 2, 1]) tab(count)
  await waitFor(() => expect(alerts.shown).toHaveBeenCalledTimes(2))
  now.mockReturnValue(1_010_000)
  tab(2)
  await waitFor(() => expect(alerts.shown).toHaveBeenCalledTimes(3))
  expect(await settled()).toEqual({
    titles: [
      'A customer is waiting for an agent',
      '2 customers are waiting for an agent',
      '2 customers are waiting for an agent',
    ],
    sounds: 3,
  })
})

test('neither the first number nor a fall is a rise', async () => {
  const tab = openTab(null)
  for (const count of [3, 2, 2, null, 5]) tab(count)
  expect(await settled()).toEqual({ titles: [], sounds: 0 })
})

test('a chat that the agent has released alerts none of their tabs, and a customer who asks at that time does', async () => {
  const tabs = [openTab(1), openTab(1)]
  releasedChatsStore.add('chat-1')
  for (const tab of tabs) tab(2)
  expect(await settled()).toEqual({ titles: [], sounds: 0 })
  for (const tab of tabs) tab(3)
  releasedChatsStore.add('chat-2')
  for (const tab of tabs) tab(5)
  const expected = ['3 customers are waiting for an agent', '5 customers are waiting for an agent']
  expect((await settled()).titles).toEqual(expected)
})

test('a release counts for ten seconds, and not at all if it failed', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
  const tab = openTab(0)
  releasedChatsStore.add('chat-1')
  releasedChatsStore.remove('chat-1')
  tab(1)
  releasedChatsStore.add('chat-2')
  now.mockReturnValue(1_011_000)
  tab(2)
  expect((await settled()).titles).toHaveLength(2)
})

test('the switch and the permission of the browser are respected', async () => {
  const tab = openTab(0)
  alerts.browser.permission = 'denied'
  tab(1)
  await waitFor(() => expect(alerts.sounded).toHaveBeenCalledOnce())
  expect(alerts.shown).not.toHaveBeenCalled()
  chatAlertsStore.write(false)
  alerts.browser.permission = 'granted'
  tab(2)
  await alertAgent('The end', () => undefined)
  expect(alerts.sounded).toHaveBeenCalledOnce()
  expect(alerts.shown).not.toHaveBeenCalled()
})
