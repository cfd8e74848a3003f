import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Loaded } from '@/components/Loaded'
import { RemovableRow } from '@/components/RemovableRow'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { formatDateTime } from '@/lib/dates'
import type { Profile } from '@/features/person/profile/queries'
import { AddPasskey } from './AddPasskey'
import { ApprovalAmount } from './ApprovalAmount'
import { passkeyCopy } from './copy'
import { passkeyQueries, type Passkey } from './queries'
import { RemovePasskeyDialog } from './RemovePasskeyDialog'
import { canUsePasskeys } from './webauthn'

/** The passkeys of the user, in Settings. */
export function PasskeyList({ profile }: { profile: Profile }) {
  const { id: userId, isFrozen } = profile
  const heading = useRef<HTMLHeadingElement>(null)
  const passkeys = useQuery(passkeyQueries.list(userId))
  const [asked, setAsked] = useState<Passkey | null>(null)

  return (
    <SheetSection title={passkeyCopy.title} headingRef={heading}>
      <p className="text-secondary">{passkeyCopy.text}</p>
      <Loaded query={passkeys} what="your passkeys" skeleton={<Skeleton className="h-20" />}>
        {(list) => (
          <>
            {list.length === 0 ? (
              <p className="text-secondary">{passkeyCopy.none}</p>
            ) : (
              <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-card">
                {list.map((passkey) => (
                  <RemovableRow
                    key={passkey.id}
                    name={passkey.name}
                    line={whenUsed(passkey)}
                    action="Remove"
                    label={`Remove passkey ${passkey.name}`}
                    onRemove={() => setAsked(passkey)}
                  />
                ))}
              </ul>
            )}
            {isFrozen ? (
              <p className="text-secondary">{passkeyCopy.frozen}</p>
            ) : canUsePasskeys() ? (
              <AddPasskey />
            ) : (
              <p className="text-secondary">{passkeyCopy.unsupported}</p>
            )}
            {list.length > 0 && !isFrozen && <ApprovalAmount userId={userId} />}
            {asked !== null && (
              <RemovePasskeyDialog
                profile={profile}
                passkey={asked}
                hasOther={list.length > 1}
                fallbackFocus={heading}
                onClose={() => setAsked(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </SheetSection>
  )
}

const whenUsed = ({ createdAt, lastUsedAt }: Passkey): string =>
  lastUsedAt === null ? passkeyCopy.added(formatDateTime(createdAt)) : passkeyCopy.lastUsed(formatDateTime(lastUsedAt))
