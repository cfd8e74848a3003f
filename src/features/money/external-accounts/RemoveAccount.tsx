import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { IconButton } from '@/components/ui/IconButton'
import { messageOf } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { externalAccountCopy } from './copy'
import { useRemoveExternalAccount } from './mutations'
import type { ExternalAccount } from './queries'

export function RemoveAccount({ account }: { account: ExternalAccount }) {
  const navigate = useNavigate()
  const remove = useRemoveExternalAccount(() => navigate(paths.home, { replace: true }))
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <IconButton label="Remove account" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${account.name}?`}
          text="This removes the account and its imported transactions. Nothing changes at your other bank."
          confirmLabel="Remove"
          pending={remove.isPending}
          problem={remove.isError ? { title: externalAccountCopy.removeFailed, text: messageOf(remove.error) } : null}
          onConfirm={() => remove.mutate(account.id)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
