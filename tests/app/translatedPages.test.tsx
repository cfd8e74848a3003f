import { act, render } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { followTranslation } from '@/app/translatedPages'

beforeAll(followTranslation)

type Translator = (text: Text) => void

function inFont(text: string | Node) {
  const outer = document.createElement('font')
  const inner = document.createElement('font')
  inner.append(text)
  outer.append(inner)
  return outer
}

const translators: Record<string, Translator> = {
  'replaces each text': (text) => text.replaceWith(inFont(text.data)),
  'inserts an element and removes the text': (text) => {
    text.before(inFont(text.data))
    text.remove()
  },
  'moves each text into an element': (text) => {
    const place = document.createElement('i')
    text.before(place)
    place.replaceWith(inFont(text))
  },
  'replaces each text twice': (text) => {
    const first = inFont(text.data)
    text.replaceWith(first)
    first.replaceWith(inFont(text.data))
  },
  'puts an element for each word': (text) => text.replaceWith(...text.data.split(/(?<= )/).map(inFont)),
}

function translate(root: Node, translateText: Translator) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) texts.push(walker.currentNode as Text)
  texts.forEach(translateText)
}

// The kind: a text that changes, or comes and goes, beside another text or element.
const changes: [what: string, before: ReactNode, after: ReactNode][] = [
  ['a text changes beside another', ['Balance: ', '£5.00'], ['Balance: ', '£4.00']],
  ['a text changes beside an element', [<b key="b">Paid</b>, ' today'], [<b key="b">Paid</b>, ' yesterday']],
  ['a text goes from before another', ['Pending · ', 'Books'], [null, 'Books']],
  ['a text goes from after another', ['Books', ' · Pending'], ['Books', null]],
  ['a text comes before another', [null, 'Books'], ['Pending · ', 'Books']],
  ['a text comes after another', ['Books', null], ['Books', ' · Pending']],
  ['an element comes before a text', [null, 'Books'], [<b key="b">New</b>, 'Books']],
  ['an element goes from before a text', [<b key="b">New</b>, 'Books'], [null, 'Books']],
  ['a text becomes an element', ['Books', '£5'], ['Books', <b key="b">£5</b>]],
  ['an element becomes a text', ['Books', <b key="b">£5</b>], ['Books', '£5']],
  ['the only text changes', 'Two words', 'Three other words'],
  ['all texts go', ['one', 'two'], null],
  ['the only text becomes two', 'one', ['one', 'two']],
  ['two texts become one', ['one', 'two'], 'one'],
]

const Part = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <p>{children}</p>
  </StrictMode>
)

const textOf = (children: ReactNode) => {
  const { container, unmount } = render(<Part>{children}</Part>)
  const text = container.textContent
  unmount()
  return text
}

describe.each(Object.entries(translators))('after a translation that %s', (_how, translateText) => {
  test.each(changes)('%s', async (_what, before, after) => {
    const { container, rerender, unmount } = render(<Part>{before}</Part>)
    translate(container, translateText)
    rerender(<Part>{after}</Part>)
    expect(container).toHaveTextContent(textOf(after))
    await act(async () => undefined)
    translate(container, translateText)
    await act(async () => undefined)
    rerender(<Part>{before}</Part>)
    expect(container).toHaveTextContent(textOf(before))
    rerender(<Part>{after}</Part>)
    expect(container).toHaveTextContent(textOf(after))
    expect(container.querySelector('p')?.textContent).toBe(textOf(after))
    unmount()
    expect(container).toBeEmptyDOMElement()
  })
})

test('a node that is not there is still an error where no text was translated', () => {
  const [parent, child] = [document.createElement('p'), document.createElement('b')]
  expect(() => parent.removeChild(child)).toThrow(/child/)
  expect(() => parent.insertBefore(document.createElement('i'), child)).toThrow(/child/)
})
