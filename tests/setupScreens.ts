import { beforeEach, vi } from 'vitest'
// Before any file loads the app: the files share its modules, and only the first to load one can replace it.
import './withoutRetryDelay'
import { useTableChanges } from './fakeRealtime'

vi.mock('@/lib/realtime', () => import('./fakeRealtime'))

beforeEach(() => {
  useTableChanges.mockClear()
})
