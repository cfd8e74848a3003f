import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cacheComputedStyles } from '../computedStyle'

const properties = ['display', 'visibility', 'pointerEvents'] as const

function expectJsdomsAnswers() {
  const ofJsdom = cacheComputedStyles()
  for (const element of document.querySelectorAll('*')) {
    const [cached, real] = [window.getComputedStyle(element), ofJsdom(element)]
    for (const name of properties)
      expect({ element: element.outerHTML, [name]: cached[name] }).toEqual({
        element: element.outerHTML,
        [name]: real[name],
      })
    expect(cached.getPropertyValue('display')).toBe(real.getPropertyValue('display'))
    expect(cached.color).toBe(real.color)
  }
}

test('the cached styles of elements are those of jsdom', () => {
  render(
    <div style={{ pointerEvents: 'none' }}>
      <p hidden>hidden</p>
      <section style={{ visibility: 'hidden' }}>
        <button type="button">inherits</button>
        <span style={{ visibility: 'visible', pointerEvents: 'auto' }}>
          <b>shown</b>
        </span>
      </section>
      <div style={{ display: 'none' }}>
        <i style={{ display: 'flex' }}>in a box that is not shown</i>
      </div>
      <input type="hidden" />
      <input type="text" />
      <dialog>closed</dialog>
      <dialog open>open</dialog>
      <div popover="auto">popover</div>
      <template />
      <ul>
        <li>row</li>
      </ul>
      <svg>
        <title>icon</title>
        <path />
      </svg>
      <table>
        <tbody>
          <tr hidden>
            <td>cell</td>
          </tr>
        </tbody>
      </table>
    </div>,
  )
  expectJsdomsAnswers()
  screen.getByText('row').hidden = true
  screen.getByText('shown').style.visibility = 'hidden'
  expectJsdomsAnswers()
})

test('a style sheet of the page counts', () => {
  render(<p className="away">away</p>)
  const sheet = document.createElement('style')
  sheet.textContent = '.away { display: none }'
  document.head.append(sheet)
  expect(screen.getByText('away')).not.toBeVisible()
  sheet.remove()
  expect(screen.getByText('away')).toBeVisible()
})
