import { AskButton } from '@/components/AskButton'
import { useIsTurnedOff } from '@/features/person/profile/queries'
import { trustedCopy as copy } from './copy'
import { useFreezeAsContact } from './mutations'

/** Freezes the account of a customer who trusts the user. It asks first. */
export function FreezeOther({ ownerId, name }: { ownerId: string; name: string }) {
  const freeze = useFreezeAsContact()
  if (useIsTurnedOff('freezing')) return null
  return (
    <AskButton
      label={copy.freeze(name)}
      variant="quiet"
      className="w-full"
      change={freeze}
      question={{ title: copy.freezeTitle(name), text: copy.freezeText, args: ownerId }}
    />
  )
}
