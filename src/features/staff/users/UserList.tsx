import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { PagedTable } from '@/components/PagedTable'
import { StaffCard } from '@/components/StaffCard'
import type { Pages } from '@/components/pagesInAddress'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { noSearch } from '@/lib/search'
import { useUserId } from '@/lib/session'
import { ChosenUsers } from './ChosenUsers'
import { userCopy } from './copy'
import { userPageSize, userQueries, type User, type UserChoice } from './queries'
import { EditUserDialog, RevokeDialog } from './lazyDialogs'
import { UserRow } from './UserRow'

type UserListProps = {
  choice: UserChoice
  pages: Pages
  count?: number
  actions?: ReactNode
}

const pendingColumns = ['Name', 'Notification email', 'PIN', 'Signed up', 'Financial Support Access', 'Actions']
const figures = ['Balance', 'Actions']
const approvedColumns = pendingColumns.toSpliced(4, 0, 'Balance')

/** The pending or the approved users. */
export function UserList({ choice, pages, count, actions }: UserListProps) {
  const userId = useUserId()
  const { permissions } = useOwnRoles()
  const list = useQuery({ ...userQueries.page(choice, pages.after), placeholderData: keepPreviousData })
  const heading = useRef<HTMLHeadingElement>(null)
  const [edited, setEdited] = useState<User | null>(null)
  const [deleted, setDeleted] = useState<User | null>(null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const { approved, search, filter } = choice
  const isRejectedList = !approved && filter === 'rejected'
  const { title, what, none } = approved
    ? userCopy.approvedList
    : isRejectedList
      ? userCopy.rejectedList
      : userCopy.pendingList
  // A row that has left the page is no longer chosen.
  const chosen = (list.data ?? []).filter(({ id }) => chosenIds.has(id))
  const choosable = (list.data ?? []).filter((user) => user.isPinVisible && user.id !== userId)

  const handleChoose = (user: User, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(user.id)
    else next.delete(user.id)
    setChosenIds(next)
  }

  return (
    <StaffCard title={title} count={count} heading={heading} actions={actions}>
      {!approved && choosable.length > 0 && (
        <ChosenUsers
          chosen={chosen}
          total={choosable.length}
          canReject={!isRejectedList}
          heading={heading}
          onChooseAll={(all) => setChosenIds(new Set(all ? choosable.map(({ id }) => id) : []))}
        />
      )}
      <PagedTable
        query={list}
        words={{
          title,
          what,
          none: search === noSearch && (filter === '' || isRejectedList) ? none : userCopy.noneFound(none),
          columns: approved ? approvedColumns : pendingColumns,
          figures,
        }}
        pages={pages}
        pageSize={userPageSize}
        placeOf={({ id }) => id}
        heading={heading}
      >
        {(user) => (
          <UserRow
            key={user.id}
            user={user}
            approved={approved}
            isSelf={user.id === userId}
            isChosen={chosenIds.has(user.id)}
            onChoose={approved || !choosable.includes(user) ? null : (isChosen) => handleChoose(user, isChosen)}
            focusFallback={heading}
            onEdit={setEdited}
            onDelete={setDeleted}
          />
        )}
      </PagedTable>
      {edited !== null && (
        <EditUserDialog
          user={list.data?.find(({ id }) => id === edited.id) ?? edited}
          canEditBalance={permissions.includes('financial_support')}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && <RevokeDialog user={deleted} onClose={() => setDeleted(null)} />}
    </StaffCard>
  )
}
