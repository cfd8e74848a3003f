import { env } from './env'
import { fetchAsUser } from './supabase'

/** Calls an edge function as the signed-in person; fails unless it answers with success. */
export async function invokeFunction(name: string, body: Record<string, unknown>): Promise<void> {
  const response = await fetchAsUser(`${env.supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${name} answered ${response.status}`)
}
