import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Money } from '@/components/Money'

test('an amount is never broken', () => {
  expect(renderToStaticMarkup(<Money pence={123_456} />)).toMatch(/class="whitespace-nowrap [^"]*">£1,234\.56</)
})

test('a long amount in large text shrinks to fit a narrow screen', () => {
  const html = renderToStaticMarkup(<Money pence={99_999_999_999} direction="out" />)
  expect(html).toMatch(/^<span style="font-size:min\(1em, 6\.2vw\)" [^>]*>-£999,999,999\.99<\/span>$/)
})
