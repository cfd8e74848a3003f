import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Profile } from '@/features/profile/queries'
import { logError } from '@/lib/log'
import { canSignalPasskeys, signalPasskeys } from './webauthn'
import { passkeyQueries } from './queries'

/** After a sign-in, and whenever the passkeys change: the browser no longer offers those that were removed. */
export function PasskeyWatch({ profile: { id, passkeyState } }: { profile: Profile }) {
  const isAsked = passkeyState === 'some' && canSignalPasskeys()
  const { data } = useQuery({ ...passkeyQueries.list(id), enabled: isAsked })
  const listed = passkeyState === 'none' ? [] : data?.map(({ credentialId }) => credentialId)
  const ids = listed?.join(' ')
  useEffect(() => {
    if (ids === undefined || !canSignalPasskeys()) return
    const accepted = ids === '' ? [] : ids.split(' ')
    signalPasskeys(id, accepted).catch((error: unknown) => logError('The browser was not told of the passkeys', error))
  }, [id, ids])
  return null
}
