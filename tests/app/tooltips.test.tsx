import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { followIcons } from '@/app/tooltips'

beforeAll(() => followIcons())
beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <button type="button" aria-label="Copy">
        <svg />
      </button>
      <a href="/more" aria-label="Menu">
        <svg />
      </a>
      <button type="button">
        <svg /> With a text
      </button>
      <button type="button" aria-label="Our letter as PDF: We've got your complaint">
        <svg /> Our letter as PDF
      </button>
      <button type="button" data-tooltip="Mailbox">
        <svg /> <span className="sr-only">Mailbox</span> <span aria-hidden>7</span>
      </button>
    </>,
  )
})
afterEach(() => {
  fireEvent.keyDown(document, { key: 'Escape' })
  act(() => void vi.advanceTimersByTime(1000))
  vi.useRealTimers()
})

const hover = (element: Element, pointerType = 'mouse') => {
  const event = new Event('pointerover', { bubbles: true })
  fireEvent(element, Object.assign(event, { pointerType }))
}
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
/** The text of the tooltip: screen readers say the name of the button instead. */
const tooltip = () => document.querySelector('body > [aria-hidden]')?.textContent
const copy = () => screen.getByRole('button', { name: 'Copy' })
const menu = () => screen.getByRole('link', { name: 'Menu' })

test('names an icon-only button after 700 ms', () => {
  hover(copy())
  wait(699)
  expect(tooltip()).toBeUndefined()
  wait(1)
  expect(tooltip()).toBe('Copy')
})

test('names a button with a count, and not one whose name begins with its text', () => {
  hover(screen.getByRole('button', { name: 'Mailbox' }))
  wait(700)
  expect(tooltip()).toBe('Mailbox')
  hover(screen.getByRole('button', { name: /^Our letter/ }))
  wait(1000)
  expect(tooltip()).toBeUndefined()
})

test('names the next one at once within 300 ms, and after 700 ms later', () => {
  hover(copy())
  wait(700)
  hover(document.body)
  wait(299)
  hover(menu())
  wait(0)
  expect(tooltip()).toBe('Menu')
  hover(document.body)
  wait(300)
  hover(copy())
  wait(699)
  expect(tooltip()).toBeUndefined()
})

test('appears for the focus by keyboard', () => {
  fireEvent.keyDown(document, { key: 'Tab' })
  act(() => copy().focus())
  wait(700)
  expect(tooltip()).toBe('Copy')
  act(() => copy().blur())
  expect(tooltip()).toBeUndefined()
})

test.each([
  ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
  ['a press', () => fireEvent.pointerDown(copy())],
  ['scrolling', () => fireEvent.scroll(document)],
])('a tooltip is hidden by %s', (_what, hide) => {
  hover(copy())
  wait(700)
  hide()
  expect(tooltip()).toBeUndefined()
  wait(1000)
  expect(tooltip()).toBeUndefined()
})

test('a tooltip is not shown for a finger, nor for a button with a text', () => {
  hover(copy(), 'touch')
  wait(1000)
  expect(tooltip()).toBeUndefined()
  hover(screen.getByRole('button', { name: 'With a text' }))
  wait(1000)
  expect(tooltip()).toBeUndefined()
})
