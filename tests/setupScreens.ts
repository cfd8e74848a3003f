import { beforeEach, vi } from 'vitest'
import { useTableChanges } from './fakeRealtime'

vi.mock('@/lib/realtime', () => import('./fakeRealtime'))

beforeEach(() => {
  useTableChanges.mockClear()
})
