import '../testEnv'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useNavigate, useRoutes } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppRouter } from '@/app/AppRouter'
import { Toasts } from '@/components/Toasts'
import { toast } from '@/lib/toast'

function Form() {
  const navigate = useNavigate()
  return (
    <>
      <Link to="/next">Leave</Link>
      <button type="button" onClick={() => toast.error({ title: 'Check details' })}>
        Fail
      </button>
      <button
        type="button"
        onClick={() => {
          toast.info({ title: 'Demo Payment', isForNextScreen: true })
          void navigate('/next')
        }}
      >
        Pay
      </button>
    </>
  )
}

function Screens() {
  return useRoutes([
    { path: '/form', element: <Form /> },
    { path: '/next', element: <h1>The next screen</h1> },
  ])
}

/** jsdom has no visible part of the page. Here a keyboard covers the lower 300 of 800 px once it opens. */
class VisiblePart extends EventTarget {
  height = 800
  offsetTop = 0
  scale = 1
  openKeyboard(change: { offsetTop?: number; scale?: number } = {}) {
    Object.assign(this, { height: 500, ...change })
    this.dispatchEvent(new Event('resize'))
  }
}
let visiblePart: VisiblePart

beforeEach(() => {
  visiblePart = new VisiblePart()
  vi.stubGlobal('visualViewport', visiblePart)
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(800)
  // jsdom has no setPointerCapture, which sonner calls.
  HTMLElement.prototype.setPointerCapture = () => undefined
  window.history.pushState(null, '', '/form')
  render(
    <>
      <AppRouter>
        <Screens />
      </AppRouter>
      <Toasts />
    </>,
  )
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a newer toast replaces the one before', async () => {
  toast.error({ title: 'The first' })
  expect(await screen.findByText('The first')).toBeInTheDocument()
  toast.error({ title: 'The second' })
  toast.success({ title: 'The third' })
  expect(await screen.findByText('The third')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('The first')).not.toBeInTheDocument())
  expect(screen.queryByText('The second')).not.toBeInTheDocument()
})

test('a toast goes when its screen is left', async () => {
  await press('Fail')
  expect(await screen.findByText('Check details')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Leave' }))
  await screen.findByRole('heading', { name: 'The next screen' })
  await waitFor(() => expect(screen.queryByText('Check details')).not.toBeInTheDocument())
})

test('a toast that is raised right before a navigation belongs to the next screen', async () => {
  await press('Pay')
  await screen.findByRole('heading', { name: 'The next screen' })
  expect(await screen.findByText('Demo Payment')).toBeInTheDocument()
})

describe('the keyboard of a phone', () => {
  const space = () => ['--keyboard', '--pushed-up'].map((name) => document.documentElement.style.getPropertyValue(name))

  test('the keyboard of a phone has the toast above it', async () => {
    toast.error({ title: 'Check details' })
    const list = (await screen.findByText('Check details')).closest('ol')
    expect(list?.getAttribute('style')).toContain('max(var(--bottom-bar, 0px), var(--keyboard, 0px))')
    visiblePart.openKeyboard()
    expect(space()).toEqual(['300px', '0px'])
  })

  test('covers less of a page that it has pushed up', () => {
    visiblePart.openKeyboard({ offsetTop: 120 })
    expect(space()).toEqual(['180px', '120px'])
  })

  test('a zoom with two fingers is not taken for the keyboard of a phone', () => {
    visiblePart.openKeyboard({ scale: 2 })
    expect(space()).toEqual(['0px', '0px'])
  })
})
