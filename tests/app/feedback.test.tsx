import { accountRow, json, renderApp, serve, storeSession } from '../fakeServer'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, type ReactNode } from 'react'
import { Link, useRoutes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppRouter } from '@/app/AppRouter'
import { areas } from '@/app/areas'

beforeEach(() => {
  window.history.pushState(null, '', '/start')
})

function later<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Decoration, so it has no role. CSS shows it after 150 ms. */
const bar = () => document.querySelector('.loading-bar')

test('a bar shows that the code of the next screen loads, and the screen before stays', async () => {
  const download = later<{ default: () => ReactNode }>()
  const Next = lazy(() => download.promise)
  function Screens() {
    return useRoutes([
      { path: '/start', element: <Link to="/next">Next</Link> },
      { path: '/next', element: <Next /> },
    ])
  }
  render(
    <AppRouter>
      <Screens />
    </AppRouter>,
  )
  expect(bar()).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  expect(bar()).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Next' })).toBeInTheDocument()
  await act(async () => download.resolve({ default: () => <h1>The next screen</h1> }))
  expect(await screen.findByRole('heading', { name: 'The next screen' })).toBeInTheDocument()
  expect(bar()).toBeNull()
})

test("shows 'Loading...' until the session is known, then /auth", async () => {
  serve({})
  const { router } = renderApp('/')
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'Enter your Security PIN' })).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/auth')
})

test('a bar shows that data loads', async () => {
  const answer = later<Response>()
  storeSession()
  serve({
    'GET profiles': () => json([{ full_name: 'Priya Shah', approved: true, notification_email: null }]),
    'POST rpc/get_current_account': () => answer.promise,
    'GET chat_conversations': () => json([]),
    'GET chat_messages': () => json([]),
  })
  renderApp('/cards')
  await screen.findByRole('heading', { name: 'Cards' })
  await waitFor(() => expect(bar()).toBeInTheDocument())
  answer.resolve(json([accountRow()]))
  await waitFor(() => expect(bar()).toBeNull())
})

test.each([
  ['a pointer on a link', () => userEvent.hover(screen.getByRole('link', { name: 'Cards' }))],
  ['the focus on a link', () => userEvent.tab()],
])('%s fetches the code of its screen', async (_how, approach) => {
  const load = vi.spyOn(areas.support, 'load')
  render(
    <AppRouter>
      <Link to="/cards">Cards</Link>
    </AppRouter>,
  )
  expect(load).not.toHaveBeenCalled()
  await approach()
  expect(load).toHaveBeenCalled()
})
