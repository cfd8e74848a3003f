import { invokeFunction } from '@/lib/functions'
import { list, object, text } from '@/lib/json'
import { deviceStore } from '@/lib/storage'
import { supabase } from '@/lib/supabase'
import { signWithPasskey } from './webauthn'

const readCredentials = list(object({ id: text, transports: list(text) }))

/** Asks the device to approve this, and the server to verify it. What is approved can use it once, within five minutes. */
export async function approveWithPasskey(subject: string): Promise<void> {
  const { data } = await supabase.rpc('start_passkey_approval', { p_subject: subject }).single().throwOnError()
  const response = await signWithPasskey(data.challenge, { credentials: readCredentials(data.credentials) ?? [] })
  await invokeFunction('use-passkey', { purpose: 'approve', response, deviceToken: deviceStore.token() })
}
