import { vi } from 'vitest'
import type { useTableChanges as realUseTableChanges } from '@/lib/realtime'

/** Opens no channel. A test reads from its calls what a screen listens to, and reports changes itself. */
export const useTableChanges = vi.fn<typeof realUseTableChanges>()
