import { vi } from 'vitest'
import type { useBroadcast as realUseBroadcast } from '@/features/contact/chat/useBroadcast'
import type { useTableChanges as realUseTableChanges, useTopicChanges as realUseTopicChanges } from '@/lib/realtime'

/** Opens no channel. A test reads from its calls what a screen listens to, and reports changes itself. */
export const useTableChanges = vi.fn<typeof realUseTableChanges>()
export const useTopicChanges = vi.fn<typeof realUseTopicChanges>()
/** Sends and receives nothing. */
export const useBroadcast = vi.fn<typeof realUseBroadcast>(() => () => undefined)
