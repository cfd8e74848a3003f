import { expect, test } from 'vitest'
import { brand } from '@/brand'
import { bankName } from '../../supabase/functions/_shared/brand.ts'

test('mails carry the name that the app carries', () => {
  expect(bankName).toBe(brand.name)
})
