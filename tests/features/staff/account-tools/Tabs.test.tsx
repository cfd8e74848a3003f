import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Tabs } from '@/features/staff/account-tools/Tabs'

const tab = (name: string) => screen.getByRole('tab', { name })

function show() {
  render(
    <Tabs
      label="Parts"
      tabs={[
        { name: 'One', content: <p>first</p> },
        { name: 'Two', content: <p>second</p> },
        { name: 'Three', content: <p>third</p> },
      ]}
    />,
  )
}

test('shows one panel, labelled by its tab', async () => {
  show()
  expect(screen.getByRole('tablist', { name: 'Parts' })).toBeVisible()
  expect(screen.getByRole('tabpanel', { name: 'One' })).toHaveTextContent('first')
  expect(screen.queryByText('second')).not.toBeInTheDocument()
  await userEvent.click(tab('Two'))
  expect(screen.getByRole('tabpanel', { name: 'Two' })).toHaveTextContent('second')
  expect(tab('Two')).toHaveAttribute('aria-selected', 'true')
  expect(tab('One')).toHaveAttribute('aria-selected', 'false')
})

test.each([
  ['{ArrowRight}', 'Two'],
  ['{ArrowLeft}', 'Three'],
  ['{End}', 'Three'],
  ['{End}{ArrowRight}', 'One'],
  ['{End}{Home}', 'One'],
  ['a', 'One'],
])('%s selects and focuses %s', async (keys, name) => {
  show()
  await userEvent.tab()
  expect(tab('One')).toHaveFocus()
  await userEvent.keyboard(keys)
  expect(tab(name)).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name })).toBeVisible()
})
