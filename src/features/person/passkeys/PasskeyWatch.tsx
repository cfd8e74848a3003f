import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQueries } from '@/features/person/profile/queries'
import { logError } from '@/lib/log'
import { passkeyQueries } from './queries'
import { canSignalPasskeys, signalPasskeys } from './webauthn'

/** After a sign-in, and whenever the passkeys change: the browser no longer offers those that were removed. */
export function PasskeyWatch({ userId }: { userId: string }) {
  const profile = useQuery({ ...profileQueries.own(userId), enabled: false }).data
  const mayAsk = profile?.approved === true && profile.deviceState !== 'unknown' && canSignalPasskeys()
  const { data } = useQuery({
    ...passkeyQueries.list(userId),
    enabled: mayAsk && profile.passkeyState === 'some',
  })
  const listed = profile?.passkeyState === 'none' ? [] : data?.map(({ credentialId }) => credentialId)
  const ids = mayAsk ? listed?.join(' ') : undefined
  useEffect(() => {
    if (ids === undefined) return
    const accepted = ids === '' ? [] : ids.split(' ')
    signalPasskeys(userId, accepted).catch((error: unknown) =>
      logError('The browser was not told of the passkeys', error),
    )
  }, [userId, ids])
  return null
}
