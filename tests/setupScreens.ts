import { afterAll, beforeEach, vi } from 'vitest'
// Before any file loads the app: the files share its modules, and only the first to load one can replace it.
import './testEnv'
import './withoutRetryDelay'
import { env } from '@/lib/env'
import { useBroadcast, useTableChanges, useTopicChanges } from './fakeRealtime'

vi.mock('@/lib/realtime', () => import('./fakeRealtime'))
vi.mock('@/features/contact/chat/useBroadcast', () => import('./fakeRealtime'))

/** A test may change these. */
const unchanged = { ...env, sampleTransactions: true }

beforeEach(() => {
  Object.assign(env, unchanged)
  for (const fake of [useTableChanges, useTopicChanges, useBroadcast]) fake.mockReset()
})

// A file that ends while code is being loaded would leave that code unloadable for the files after it.
afterAll(() => vi.dynamicImportSettled())
