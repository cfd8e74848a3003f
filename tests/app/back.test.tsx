import '../testEnv'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useRoutes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppRouter } from '@/app/AppRouter'
import { Screen } from '@/components/Screen'
import { Dialog } from '@/components/ui/Dialog'
import { Popover } from '@/components/ui/Popover'

// Back, forward and reload with the browser's own history, which jsdom implements.

function Shop() {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const [open, setOpen] = useState<string[]>([])
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(open.slice(0, -1))
  return (
    <>
      <h1>Shop</h1>
      <p>Fragment {hash}</p>
      <Link to="/till">Till</Link>
      <Link to="/desk">Desk</Link>
      <Link to="/counter">Counter</Link>
      <button type="button" onClick={() => setOpen(['dialog'])}>
        Open the dialog
      </button>
      <button ref={button} type="button" onClick={() => setOpen(['popover'])}>
        Open the popover
      </button>
      <Dialog open={open.includes('dialog')} onOpenChange={close} title="The dialog">
        <button type="button" onClick={() => setOpen([...open, 'second'])}>
          Open the second
        </button>
        <button type="button" onClick={() => setOpen(['second'])}>
          Open the second instead
        </button>
        <button
          type="button"
          onClick={() => {
            close()
            void navigate('/till')
          }}
        >
          Close and go to the till
        </button>
      </Dialog>
      <Dialog open={open.includes('second')} onOpenChange={close} title="The second">
        <Link to="/till">To the till</Link>
        <button type="button" onClick={() => void navigate('/till', { replace: true })}>
          The till instead of the shop
        </button>
      </Dialog>
      {open.includes('popover') && (
        <Popover anchor={button} title="The popover" onClose={close}>
          Its content
        </Popover>
      )}
    </>
  )
}

function Screens() {
  return useRoutes([
    { path: '/start', element: <h1>Start</h1> },
    { path: '/shop', element: <Shop /> },
    { path: '/till', element: <h1>Till</h1> },
    {
      path: '/desk',
      element: (
        <Screen title="Desk" back="/till">
          Its content
        </Screen>
      ),
    },
    {
      path: '/counter',
      element: (
        <Screen title="Counter" back="/till" isBackFixed>
          Its content
        </Screen>
      ),
    },
  ])
}

const shown = (name: string) => screen.findByRole('heading', { level: 1, name, hidden: true })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const move = async (entries: number) => {
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.go(entries)
  await act(() => arrived)
}
/** Waits until the entries of closed dialogs are gone. */
const settled = () => waitFor(() => expect(window.history.state?.overlays).toBeUndefined())

/** The shop, opened from the start. */
beforeEach(async () => {
  window.history.pushState(null, '', '/start')
  window.history.pushState({ idx: 1, key: 'shop' }, '', '/shop')
  render(
    <AppRouter>
      <Screens />
    </AppRouter>,
  )
  await shown('Shop')
})
afterEach(settled)

test('shows what the address bar leads to, also when only the fragment of the address changes', async () => {
  for (const fragment of ['#one', '#two']) {
    act(() => {
      window.location.hash = fragment
    })
    expect(await screen.findByText(`Fragment ${fragment}`)).toBeInTheDocument()
  }
})

async function openDialog() {
  await press('Open the dialog')
  await screen.findByRole('dialog', { name: 'The dialog' })
  await waitFor(() => expect(window.history.state.overlays).toBe(1))
}

async function openBoth() {
  await openDialog()
  await press('Open the second')
  await screen.findByRole('dialog', { name: 'The second' })
  await waitFor(() => expect(window.history.state.overlays).toBe(2))
}

describe('Back', () => {
  test('closes the dialog, and leaves the screen only the next time', async () => {
    await openDialog()
    await move(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await shown('Shop')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Start')).toBeInTheDocument()
  })

  test('closes the upper of two dialogs first', async () => {
    await openBoth()
    await move(-1)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'The second' })).not.toBeInTheDocument())
    expect(screen.getByRole('dialog', { name: 'The dialog' })).toBeInTheDocument()
    await move(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await shown('Shop')).toBeInTheDocument()
  })

  test('closes a popover', async () => {
    await press('Open the popover')
    await screen.findByRole('dialog', { name: 'The popover' })
    await waitFor(() => expect(window.history.state.overlays).toBe(1))
    await move(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await shown('Shop')).toBeInTheDocument()
  })
})

test('a link that is followed before Back is drawn wins', async () => {
  const link = screen.getByRole('link', { name: 'Till' })
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  window.history.back()
  await arrived
  // The shop is still on the screen.
  link.click()
  expect(await shown('Till')).toBeInTheDocument()
  // Back would be drawn in the next task.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await shown('Till')).toBeInTheDocument()
  expect(window.location.pathname).toBe('/till')
})

test('returns to the place on the screen, and starts a new screen at its top', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  vi.stubGlobal('scrollY', 240)
  await userEvent.click(screen.getByRole('link', { name: 'Till' }))
  await shown('Till')
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  vi.stubGlobal('scrollY', 0)
  await move(-1)
  await shown('Shop')
  expect(scrollTo).toHaveBeenLastCalledWith(0, 240)
  vi.unstubAllGlobals()
  scrollTo.mockRestore()
})

test('a dialog that closes while another page loads does not stop that, and its entry goes with the next use', async () => {
  await openDialog()
  const go = vi.spyOn(window.history, 'go')
  window.dispatchEvent(new Event('beforeunload'))
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(go).not.toHaveBeenCalled()
  await userEvent.keyboard('{Shift}')
  await settled()
  await move(-1)
  expect(await shown('Start')).toBeInTheDocument()
})

describe('no entry remains in the history', () => {
  test('a dialog that was closed by its button leaves no entry in the history', async () => {
    await openDialog()
    await press('Close')
    await settled()
    await move(-1)
    expect(await shown('Start')).toBeInTheDocument()
  })

  test('two dialogs that were closed at once leave no entry in the history', async () => {
    await openBoth()
    await press('The till instead of the shop')
    expect(await shown('Till')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Start')).toBeInTheDocument()
  })

  test('dialogs whose link was followed leave no entry in the history', async () => {
    await openBoth()
    await userEvent.click(screen.getByRole('link', { name: 'To the till' }))
    expect(await shown('Till')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Shop')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await move(-1)
    expect(await shown('Start')).toBeInTheDocument()
  })

  test('a dialog that closes and navigates leaves no entry in the history', async () => {
    await openDialog()
    await press('Close and go to the till')
    expect(await shown('Till')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Shop')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Start')).toBeInTheDocument()
  })

  test('a dialog that closes right before a navigation leaves no entry in the history', async () => {
    await openDialog()
    await press('Close')
    await userEvent.click(screen.getByRole('link', { name: 'Till', hidden: true }))
    expect(await shown('Till')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Shop')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Start')).toBeInTheDocument()
  })

  test('a dialog in whose place another one opened leaves no entry in the history', async () => {
    await openDialog()
    await press('Open the second instead')
    await screen.findByRole('dialog', { name: 'The second' })
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await waitFor(() => expect(window.history.state.overlays).toBe(1))
    await move(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await move(-1)
    expect(await shown('Start')).toBeInTheDocument()
  })

  test('a dialog that was open during a reload leaves no entry in the history', async () => {
    cleanup()
    const before = window.history.state
    window.history.pushState({ ...before, idx: 2, overlays: 1 }, '')
    render(
      <AppRouter>
        <p>Loaded again</p>
      </AppRouter>,
    )
    await settled()
    expect(window.history.state).toEqual(before)
  })
})

test('forward does not open a closed dialog, and stays on the screen', async () => {
  await openDialog()
  await move(-1)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await move(1)
  await settled()
  expect(await shown('Shop')).toBeInTheDocument()
  await move(-1)
  expect(await shown('Start')).toBeInTheDocument()
})

describe('the arrow of a screen', () => {
  const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }))

  test("the arrow of a screen goes where the browser's Back goes", async () => {
    await follow('Desk')
    await shown('Desk')
    await follow('Back')
    expect(await shown('Shop')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Start')).toBeInTheDocument()
  })

  test('the arrow of a screen goes to its path where that is specified, and Back does not return', async () => {
    await follow('Counter')
    await shown('Counter')
    await follow('Back')
    expect(await shown('Till')).toBeInTheDocument()
    await move(-1)
    expect(await shown('Shop')).toBeInTheDocument()
  })

  test('the arrow of a screen goes to its path when the app was opened on this screen', async () => {
    cleanup()
    window.history.pushState(null, '', '/desk')
    render(
      <AppRouter>
        <Screens />
      </AppRouter>,
    )
    await shown('Desk')
    await follow('Back')
    expect(await shown('Till')).toBeInTheDocument()
  })
})
