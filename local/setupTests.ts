import { vi } from 'vitest'
import { WebSocket } from 'ws'

// Node 20 has no WebSocket, and supabase-js requires one.
vi.stubGlobal('WebSocket', WebSocket)
