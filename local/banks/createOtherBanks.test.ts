import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bookFileOf } from './book'
import { createOtherBanks } from './createOtherBanks'

test('a payment that Fernbank does not take is refused with a line in the log, and the other banks go on', async () => {
  const lines: string[] = []
  const noBank = 'http://127.0.0.1:9'
  const banks = await createOtherBanks({ apiUrl: noBank, log: (line) => lines.push(line) })
  try {
    const pay = async () =>
      (
        await fetch(new URL('/pay', banks.address), {
          method: 'POST',
          body: JSON.stringify({
            paymentId: randomUUID(),
            amount: '1.00',
            payer: {},
            payee: {},
            reference: null,
            madeAt: '',
          }),
        })
      ).status
    expect([await pay(), await pay()]).toEqual([401, 401])
    expect(lines).toEqual(['other banks: fetch failed', 'other banks: fetch failed'])
  } finally {
    await banks.close()
  }
})

test('Git ignores the book of a data folder of any name', () => {
  const [pattern = ''] = bookFileOf('*').split('/')
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain(pattern)
})
