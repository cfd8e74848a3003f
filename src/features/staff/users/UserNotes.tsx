import { StaffCard } from '@/components/StaffCard'
import { NoteList, type UserNote } from '@/features/staff/user-notes/shared'
import { userCopy } from './copy'
import { userQueries } from './queries'

/** The notes on a user's page. Null: it is the reader's own page. */
export function UserNotes({ userId, notes }: { userId: string; notes: UserNote[] | null }) {
  return (
    <StaffCard title="Notes">
      <div className="px-4 pb-3">
        {notes === null ? (
          <p className="text-secondary">{userCopy.page.ownNotes}</p>
        ) : (
          <NoteList userId={userId} notes={notes} shownBy={userQueries.all} canWrite />
        )}
      </div>
    </StaffCard>
  )
}
