import { json, renderSignedIn, serve } from '../../../fakeServer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { HelpCentre } from '@/features/care/help/HelpCentre'

// Of a desktop: the panel leaves the page usable.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
})

function show() {
  serve({ 'POST rpc/get_bank_contact': () => json({ is_on: false, call: null, code_used_by: null }) })
  return renderSignedIn(<HelpCentre />, '/')
}

async function open() {
  await userEvent.click(screen.getByRole('button', { name: 'Help centre' }))
  return within(await screen.findByRole('dialog', { name: 'Help centre' }))
}

test('the badge starts at 2', () => {
  show()
  expect(screen.getByRole('button', { name: 'Help centre', description: '2 new' })).toHaveTextContent('2')
})

test("'Clear' sets it to 0, stores that and keeps the articles", async () => {
  show()
  const help = await open()
  await userEvent.click(help.getByRole('button', { name: 'Clear' }))
  expect(screen.getByRole('button', { name: 'Help centre', description: '' })).toBeVisible()
  expect(localStorage.getItem('helpCentreDismissed')).toBe('true')
  expect(help.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
  expect(help.getByText('How to pay someone')).toBeVisible()
})

test('a stored flag hides the badge', () => {
  localStorage.setItem('helpCentreDismissed', 'true')
  show()
  expect(screen.getByRole('button', { name: 'Help centre', description: '' })).toBeVisible()
})

test('only the value true is the flag', () => {
  localStorage.setItem('helpCentreDismissed', '"yes"')
  show()
  expect(screen.getByRole('button', { name: 'Help centre', description: '2 new' })).toBeVisible()
})

test.each([
  ['How to pay someone', /sort code \(6 digits\)/],
  ['I have forgotten my PIN', /Forgotten details\?/],
  ['Your debit card', /30 seconds/],
  ['Staying safe from scams', /No bank will ask you to do that/],
  ['Contacting us', /support@fernbank\.example/],
])('the help centre has an article: %s', async (title, content) => {
  show()
  const help = await open()
  await userEvent.click(help.getByText(title))
  expect(help.getByText(content)).toBeVisible()
})

test('closing it focuses its tile', async () => {
  show()
  const help = await open()
  await userEvent.click(help.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Help centre' })).toHaveFocus())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
