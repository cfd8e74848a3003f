import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
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
