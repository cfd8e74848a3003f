import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useReadingPlace } from '@/features/contact/chat/useReadingPlace'

const rowHeight = 100
const viewHeight = 300

// jsdom has no layout: rows of 100 px in a box of 300 px.
beforeEach(() => {
  let top = 0
  const rows = () => screen.getAllByRole('listitem')
  const wholeHeight = () => rows().length * rowHeight
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(viewHeight)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(wholeHeight)
  vi.spyOn(Element.prototype, 'scrollTop', 'get').mockImplementation(() => top)
  vi.spyOn(Element.prototype, 'scrollTop', 'set').mockImplementation((value) => {
    top = Math.max(0, Math.min(value, wholeHeight() - viewHeight))
  })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = rows().findIndex((each) => each === this)
    return row < 0 ? new DOMRect(0, 0, 390, viewHeight) : new DOMRect(0, row * rowHeight - top, 390, rowHeight)
  })
})

function List({ first, last }: { first: number; last: number }) {
  const { scroller, content, isAtEnd } = useReadingPlace(null)
  const numbers = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  return (
    <div ref={scroller} role="log">
      <div ref={content}>
        <ul>
          {numbers.map((number) => (
            <li key={number}>Line {number}</li>
          ))}
        </ul>
      </div>
      {isAtEnd ? 'at the end' : 'further up'}
    </div>
  )
}

const box = () => screen.getByRole('log')

test('a render before the browser reports a scroll does not return the reader to the end', () => {
  const { rerender } = render(<List first={1} last={20} />)
  expect(box().scrollTop).toBe(1700)
  box().scrollTop = 400
  rerender(<List first={1} last={20} />)
  expect(box().scrollTop).toBe(400)
  expect(box()).toHaveTextContent('further up')
})

test('older messages loaded above do not undo a scroll that the browser has not reported', () => {
  const { rerender } = render(<List first={21} last={40} />)
  box().scrollTop = 400
  fireEvent.scroll(box())
  box().scrollTop = 250
  rerender(<List first={1} last={40} />)
  expect(box().scrollTop).toBe(2250)
})

test('the reader at the end follows new messages', () => {
  const { rerender } = render(<List first={1} last={20} />)
  rerender(<List first={1} last={22} />)
  expect(box().scrollTop).toBe(1900)
  expect(box()).toHaveTextContent('at the end')
})
