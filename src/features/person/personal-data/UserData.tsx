import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { personalDataCopy as copy } from './copy'
import { useSaveUserData } from './mutations'

const needed = ['approve_users', 'view_transactions', 'manage_chat', 'manage_cases', 'read_transcripts'] as const

/** The copy of a user's data, for staff whom the user asks for it. */
export function UserData({ userId }: { userId: string }) {
  const save = useSaveUserData(userId)
  const { permissions } = useOwnRoles()
  if (!needed.every((permission) => permissions.includes(permission))) return null
  return (
    <StaffCard title={copy.ofUser.title}>
      <div className="space-y-3 border-t border-line px-4 py-2.5 text-small">
        <p>{copy.ofUser.text}</p>
        <Button variant="secondary" pending={save.isPending} pendingLabel={copy.creating} onClick={() => save.mutate()}>
          {copy.ofUser.action}
        </Button>
      </div>
    </StaffCard>
  )
}
