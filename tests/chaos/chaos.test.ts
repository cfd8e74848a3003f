import { expect, test } from 'vitest'
import { runChaosTest } from './runChaosTest'

// `npm run bank-test` does the same for minutes. Here each fault and each act happens at least once.
test('no penny is lost while the database is killed and connections are ended', { timeout: 180_000 }, async () => {
  const { figures, problems } = await runChaosTest({ seconds: 6, seed: 20_261_121, isDurable: false })
  expect(problems).toEqual([])
  // What did not happen was not tested.
  const { deadlocks, ...happened } = figures
  expect(deadlocks).toBe(0)
  expect(Object.entries(happened).filter(([, times]) => times === 0)).toEqual([])
})
