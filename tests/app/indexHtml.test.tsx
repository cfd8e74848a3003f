import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Loading } from '@/components/Loading'

test('the page says that the app is loading in the words and the look of the app', () => {
  const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')
  const { container } = render(<Loading full />)
  expect(page.querySelector('#root')?.innerHTML.replaceAll(/\s*\n\s*/g, '')).toBe(container.innerHTML)
})
