import { expect, test } from 'vitest'
import { brand } from '@/brand'
import { assistantName } from '../../supabase/functions/_shared/brand.ts'

test('the assistant goes by the name that the app gives it', () => {
  expect(assistantName).toBe(brand.assistantName)
})
