import { fireEvent, render, screen } from '@testing-library/react'
import { useCallback } from 'react'
import { expect, test, vi } from 'vitest'
import { useReadingPlace } from '@/features/chat/useReadingPlace'

const rowHeight = 100
const viewHeight = 300

/** A list of rows of 100 px in a box of 300 px. jsdom has no layout. */
function List({ rows }: { rows: string[] }) {
  const { scroller, content, isAtEnd } = useReadingPlace(null)
  const setScroller = useCallback(
    (box: HTMLDivElement | null) => void (scroller.current = box && withLayout(box)),
    [scroller],
  )
  return (
    <div ref={setScroller} role="log">
      <div ref={content}>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </div>
      {isAtEnd ? 'at the end' : 'further up'}
    </div>
  )
}

function withLayout(box: HTMLDivElement): HTMLDivElement {
  const rows = () => [...box.querySelectorAll('li')]
  let top = 0
  Object.defineProperties(box, {
    clientHeight: { configurable: true, get: () => viewHeight },
    scrollHeight: { configurable: true, get: () => rows().length * rowHeight },
    scrollTop: {
      configurable: true,
      get: () => top,
      set: (value: number) => (top = Math.max(0, Math.min(value, rows().length * rowHeight - viewHeight))),
    },
  })
  box.getBoundingClientRect = () => new DOMRect(0, 0, 390, viewHeight)
  const ofRow = function (this: HTMLLIElement) {
    return new DOMRect(0, rows().indexOf(this) * rowHeight - top, 390, rowHeight)
  }
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(ofRow)
  return box
}

const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => `Line ${first + place}`)

const box = () => screen.getByRole('log')

test('a render before the browser reports a scroll does not return the reader to the end', () => {
  const { rerender } = render(<List rows={numbered(1, 20)} />)
  expect(box().scrollTop).toBe(1700)
  box().scrollTop = 400
  rerender(<List rows={numbered(1, 20)} />)
  expect(box().scrollTop).toBe(400)
  expect(box()).toHaveTextContent('further up')
})

test('older messages loaded above do not undo a scroll that the browser has not reported', () => {
  const { rerender } = render(<List rows={numbered(21, 40)} />)
  box().scrollTop = 400
  fireEvent.scroll(box())
  box().scrollTop = 250
  rerender(<List rows={numbered(1, 40)} />)
  expect(box().scrollTop).toBe(2250)
})

test('the reader at the end follows new messages', () => {
  const { rerender } = render(<List rows={numbered(1, 20)} />)
  rerender(<List rows={numbered(1, 22)} />)
  expect(box().scrollTop).toBe(1900)
  expect(box()).toHaveTextContent('at the end')
})
