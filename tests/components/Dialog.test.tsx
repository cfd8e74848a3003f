import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Toasts } from '@/components/Toasts'
import { Dialog } from '@/components/ui/Dialog'
import { toast } from '@/lib/toast'

function Page() {
  const [isOpen, setIsOpen] = useState(false)
  const [hasStep, setHasStep] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <input aria-label="On the page" />
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="A dialog" description="Its text">
        <input aria-label="In the dialog" />
        {hasStep && (
          <button type="button" onClick={() => setHasStep(false)}>
            Remove me
          </button>
        )}
      </Dialog>
      <Toasts />
    </>
  )
}

async function openDialog() {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  // jsdom has no setPointerCapture, which sonner calls.
  HTMLElement.prototype.setPointerCapture = () => undefined
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'A dialog' })
  return user
}

test('hides the page from screen readers and stops its scrolling, without changing its pointer events', async () => {
  const user = await openDialog()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'On the page' })).not.toBeInTheDocument())
  expect(document.body.style.overflow).toBe('hidden')
  expect(document.body.style.pointerEvents).toBe('')

  await user.keyboard('{Escape}')
  expect(await screen.findByRole('textbox', { name: 'On the page' })).toBeInTheDocument()
  expect(document.body.style.overflow).toBe('')
})

test('gives the focus to the first field of its form, and to the Close button without a form', async () => {
  const { unmount } = render(
    <Dialog open onOpenChange={() => undefined} title="A form">
      <form>
        <input type="checkbox" aria-label="A tick" />
        <input aria-label="Not now" disabled />
        <input aria-label="The field" />
        <textarea aria-label="The next" />
      </form>
    </Dialog>,
  )
  await waitFor(() => expect(screen.getByLabelText('The field')).toHaveFocus())
  unmount()
  await openDialog()
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
})

test('keeps Tab inside, and gives the focus back to the button that opened it', async () => {
  const user = await openDialog()
  const dialog = screen.getByRole('dialog')
  for (let press = 0; press < 7; press += 1) {
    await user.tab({ shift: press > 3 })
    expect(dialog).toContainElement(document.activeElement as HTMLElement)
  }
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
})

test('takes the place of a toast, and what went wrong in it goes with it', async () => {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  HTMLElement.prototype.setPointerCapture = () => undefined
  const user = userEvent.setup()
  render(<Page />)
  toast.success({ title: 'Saved before' })
  await screen.findByText('Saved before')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'A dialog' })
  await waitFor(() => expect(screen.queryByText('Saved before')).not.toBeInTheDocument())

  toast.error({ title: 'Email required' })
  await screen.findByText('Email required')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Email required')).not.toBeInTheDocument())

  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog', { name: 'A dialog' })
  toast.success({ title: 'Saved inside' })
  await screen.findByText('Saved inside')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByText('Saved inside')).toBeInTheDocument()
})

test('brings the focus back that the page takes', async () => {
  await openDialog()
  act(() => screen.getByLabelText('On the page').focus())
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
})

test('keeps the focus when the focused button is removed', async () => {
  const user = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Remove me' }))
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus())
})

test('a press on the scrim closes it; a press on a toast does not, and the toast is announced', async () => {
  const user = await openDialog()
  toast.info({ title: 'A toast' })
  await user.click(await screen.findByText('A toast'))
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  expect(screen.getByRole('region', { name: /Notifications/ })).toBeInTheDocument()

  const scrim = document.querySelector('body > .bg-scrim')
  if (scrim === null) throw new Error('no scrim')
  await user.click(scrim)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})
