import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { json, serve } from '../../fakeServer'
import { CellGate } from '@/features/cells/CellGate'
import { sharedDomain } from '@/features/cells/cells'
import { CellSwitch } from '@/features/cells/CellSwitch'
import { env } from '@/lib/env'
import { cellStore } from '@/lib/storage'

beforeEach(() => {
  env.cells = [
    { name: 'Fernbank North', url: window.location.origin },
    { name: 'Fernbank South', url: 'https://south.example' },
  ]
  document.cookie = 'cell=; path=/; max-age=0'
  window.location.hash = ''
})

const open = () => render(<CellGate>PIN field</CellGate>)

test('asks on an unknown device where the visitor banks, before there is a field for a PIN', async () => {
  open()
  expect(screen.getByRole('heading', { name: 'Where do you bank?' })).toBeInTheDocument()
  expect(screen.queryByText('PIN field')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Fernbank South' })).toHaveAttribute('href', 'https://south.example/auth')
  await userEvent.click(screen.getByRole('button', { name: 'Fernbank North' }))
  expect(screen.getByText('PIN field')).toBeInTheDocument()
})

test('remembers the choice, and lets the visitor change it', async () => {
  const { unmount } = open()
  await userEvent.click(screen.getByRole('button', { name: 'Fernbank North' }))
  unmount()
  open()
  expect(screen.getByText('PIN field')).toBeInTheDocument()
  expect(screen.getByText("You're signing in to Fernbank North.")).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Not your bank?' }))
  expect(screen.getByRole('heading', { name: 'Where do you bank?' })).toBeInTheDocument()
})

test.each([null, 'co.uk'])('remembers the choice on this address when no cookie can be on the domain %s', (domain) => {
  cellStore.write('https://south.example', domain)
  expect(cellStore.read()).toBe('https://south.example')
})

test('leads a device of another cell there', () => {
  document.cookie = `cell=${encodeURIComponent('https://south.example')}; path=/`
  open()
  expect(screen.getByRole('heading', { name: 'You bank with Fernbank South' })).toBeInTheDocument()
  expect(screen.queryByText('PIN field')).not.toBeInTheDocument()
})

test('takes the link of the mail as the answer', () => {
  window.location.hash = '#found'
  open()
  expect(screen.getByText('PIN field')).toBeInTheDocument()
})

describe('Find my bank', () => {
  async function search(email: string) {
    open()
    await userEvent.click(screen.getByRole('button', { name: "I'm not sure" }))
    await userEvent.type(await screen.findByLabelText('Email Address'), `${email}{Enter}`)
  }

  test('says the same for every address', async () => {
    const asked = serve({ 'POST rpc/find_my_bank': () => new Response(null, { status: 204 }) })
    await search('nia@people.example')
    expect(
      await screen.findByText('If we know this address, an email with your sign-in page is on its way.'),
    ).toBeInTheDocument()
    expect(asked.map(({ body }) => body)).toEqual(['{"p_email":"nia@people.example"}'])
  })

  test('keeps what was typed when the server refuses it, and sends no incomplete address', async () => {
    const asked = serve({ 'POST rpc/find_my_bank': () => json({ code: 'PT429', message: 'Too many attempts.' }, 429) })
    await search('nia')
    expect(screen.getByText('Please enter an email address such as name@example.com')).toBeInTheDocument()
    expect(asked).toEqual([])
    await userEvent.type(screen.getByLabelText('Email Address'), '@people.example{Enter}')
    expect(await screen.findByText('Too many attempts.')).toBeInTheDocument()
    expect(screen.getByLabelText('Email Address')).toHaveValue('nia@people.example')
  })
})

test('the switch of the back office leads to the other cells, whose sign-in pages then ask for the PIN', async () => {
  render(<CellSwitch className="" />)
  expect(screen.getByText('Fernbank North')).toBeInTheDocument()
  const link = screen.getByRole('link', { name: 'Fernbank South' })
  expect(link).toHaveAttribute('href', 'https://south.example/admin')
  // This test has one page only.
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(cellStore.read()).toBe('https://south.example')
})

test.each([
  [['north.fernbank.example', 'south.fernbank.example'], 'fernbank.example'],
  [['fernbank.example', 'south.fernbank.example'], null],
  [['localhost', 'localhost'], null],
  [['127.0.0.1', '127.0.0.2'], null],
  [['north.example', 'south.example'], null],
])('the domain that %j share is %s', (hosts, domain) => {
  expect(sharedDomain(hosts)).toBe(domain)
})
