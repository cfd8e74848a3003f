import { UserData } from '@/features/person/personal-data/shared'
import { ClosedPart } from './ClosedPart'
import type { UserPage } from './queries'

/** What staff do for users who ask for what the bank has about them. */
export function OwnRequests({ userId, page }: { userId: string; page: UserPage }) {
  return (
    <>
      {page.closed_at !== null && <ClosedPart userId={userId} page={page} />}
      <UserData userId={userId} />
    </>
  )
}
