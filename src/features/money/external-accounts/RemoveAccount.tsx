import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { AskButton } from '@/components/AskButton'
import { paths } from '@/lib/paths'
import { externalAccountCopy } from './copy'
import { useRemoveExternalAccount } from './mutations'
import type { ExternalAccount } from './queries'

export function RemoveAccount({ account }: { account: ExternalAccount }) {
  const navigate = useNavigate()
  const remove = useRemoveExternalAccount(() => navigate(paths.home, { replace: true }))
  return (
    <AskButton
      label="Remove account"
      icon={<Trash2 aria-hidden className="size-5" />}
      change={remove}
      question={{
        title: `Remove ${account.name}?`,
        text: 'This removes the account and its imported transactions. Nothing changes at your other bank.',
        confirmLabel: 'Remove',
        args: account.id,
      }}
      failure={(text) => ({ title: externalAccountCopy.removeFailed, text })}
    />
  )
}
