import { deviceStore } from './storage'
import { callRpc } from './supabase'

/** Sends the session heartbeat with the id of this browser. False: the session has ended. Null: the server does not track sessions. */
export const touchSession = (): Promise<boolean | null> =>
  callRpc('touch_session', { p_device_token: deviceStore.token() })
