import { expect, test } from 'vitest'
import { firstScreens } from '../../build/firstScript'
import { areas, areasAt } from '@/app/areas'

const namesAt = (pathname: string, isSignedIn: boolean) =>
  areasAt(pathname, isSignedIn).map((area) => Object.entries(areas).find(([, each]) => each === area)?.[0])

test.each([
  ['/', ['customer']],
  ['/transactions', ['customer']],
  ['/auth', ['visitor', 'customer']],
  ['/pay-transfer', ['customer', 'payments']],
  ['/cards', ['customer', 'support']],
  ['/statements/2026-10', ['customer', 'support']],
  ['/savings/open', ['customer', 'savings']],
  ['/savings/account-1', ['customer', 'savings']],
  ['/freeze', ['customer', 'freeze']],
  ['/cases', ['customer', 'cases']],
  ['/cases/case-1', ['customer', 'cases']],
  ['/claim/transaction-1', ['customer', 'cases']],
  ['/admin', ['customer', 'staff']],
  ['/admin/users/user-1', ['customer', 'staff']],
  ['/admin/chat', ['customer', 'staff', 'staffChat']],
  ['/admin/transactions', ['customer', 'staff', 'staffPayments']],
  ['/admin/cases/case-1', ['customer', 'staff', 'staffCases']],
  ['/admin/audit', ['customer', 'staff', 'superAdmin']],
  ['/nowhere', ['customer', 'support']],
])('%s downloads its areas at once', (pathname, expected) => {
  expect(namesAt(pathname, true)).toEqual(expected)
})

test('a visitor also downloads the page to sign in on, to which the home page leads', () => {
  expect(namesAt('/auth', false)).toEqual(['visitor'])
  expect(namesAt('/', false)).toEqual(['customer', 'visitor'])
})

test('the first script asks for the areas of each screen that it knows', () => {
  const { '*': other, ...known } = firstScreens
  expect(Object.entries(known).map(([path, { areas: asked }]) => [path, asked])).toEqual(
    Object.keys(known).map((path) => [path, namesAt(path, true)]),
  )
  expect(namesAt('/cards', true)).toEqual(expect.arrayContaining(other?.areas ?? []))
})
