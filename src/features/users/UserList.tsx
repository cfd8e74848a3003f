import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { PagedRows } from '@/components/PagedRows'
import { StaffCard } from '@/components/StaffCard'
import { StaffTable } from '@/components/StaffTable'
import { usePages } from '@/components/usePages'
import { roleQueries } from '@/features/roles/queries'
import { noSearch, type Search } from '@/lib/search'
import { useUserId } from '@/lib/session'
import { userCopy } from './copy'
import { EditUserDialog } from './EditUserDialog'
import { deleteFailureWords, useDeleteUser } from './mutations'
import { userPageSize, userQueries, type User, type UserPlace } from './queries'
import { UserRow } from './UserRow'

type UserListProps = { approved: boolean; search: Search; count?: number; actions?: ReactNode }

const pendingColumns = ['Name', 'Notification email', 'PIN', 'Signed up', 'Financial Support Access', 'Actions']
const figures = ['Balance', 'Actions']
const approvedColumns = pendingColumns.toSpliced(4, 0, 'Balance')

/** The pending or the approved users. Give it the search as key, so that a new search starts at the first page. */
export function UserList({ approved, search, count, actions }: UserListProps) {
  const userId = useUserId()
  const own = useQuery(roleQueries.own(userId))
  const pages = usePages<UserPlace>()
  const list = useQuery({ ...userQueries.page(approved, search, pages.after), placeholderData: keepPreviousData })
  const heading = useRef<HTMLHeadingElement>(null)
  const [edited, setEdited] = useState<User | null>(null)
  const [deleted, setDeleted] = useState<User | null>(null)
  const { title, what, none } = approved ? userCopy.approvedList : userCopy.pendingList

  return (
    <StaffCard title={title} count={count} heading={heading} actions={actions}>
      <PagedRows
        query={list}
        what={what}
        pages={pages}
        pageSize={userPageSize}
        placeOf={({ createdAt, id }) => ({ createdAt, id })}
        none={search === noSearch ? none : userCopy.noneFound(none)}
        heading={heading}
      >
        {(users) => (
          <StaffTable
            caption={title}
            columns={approved ? approvedColumns : pendingColumns}
            figures={figures}
            isBusy={list.isPlaceholderData}
          >
            {users.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                approved={approved}
                isSelf={user.id === userId}
                focusFallback={heading}
                onEdit={setEdited}
                onDelete={setDeleted}
              />
            ))}
          </StaffTable>
        )}
      </PagedRows>
      {edited !== null && (
        <EditUserDialog
          user={list.data?.find(({ id }) => id === edited.id) ?? edited}
          canEditBalance={own.data?.permissions.includes('financial_support') === true}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && <DeleteUser user={deleted} onClose={() => setDeleted(null)} />}
    </StaffCard>
  )
}

function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteUser()
  const { title, text, action } = userCopy.confirmDelete
  return (
    <ConfirmDialog
      title={title}
      text={text(user.fullName ?? user.signInEmail)}
      confirmLabel={action}
      pending={isPending}
      problem={error && deleteFailureWords(error)}
      onConfirm={() => mutate(user.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
