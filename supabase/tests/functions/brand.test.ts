import { expect, test } from 'vitest'
import { brand } from '@/brand'
import { assistantName, bankName, supportEmail } from '../../functions/_shared/brand.ts'

test('the edge functions use the same names as the app', () => {
  expect(bankName).toBe(brand.name)
  expect(assistantName).toBe(brand.assistantName)
  expect(supportEmail).toBe(brand.supportEmail)
})
