import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { PagedTable } from '@/components/PagedTable'
import { placeInAddress, readPlace, type Pages } from '@/components/pagesInAddress'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { askingCopy, useRequestApproval } from '@/features/staff/approvals/shared'
import { noName } from '@/lib/noName'
import { noSearch, type Search } from '@/lib/search'
import { roleCopy } from './copy'
import { useMakeSuperAdmin, useRevokeAdmin } from './mutations'
import { permissionColumns } from './PermissionCells'
import { PersonRow } from './PersonRow'
import { peoplePageSize, roleQueries, type PersonWithRole, type RoleGroup } from './queries'

const columns: Record<RoleGroup, string[]> = {
  super_admin: ['Name', ...permissionColumns, 'Actions'],
  admin: ['Name', ...permissionColumns, 'Actions'],
  user: ['Name', 'Signed up', 'Actions'],
}

type Question = { person: PersonWithRole; action: 'promote' | 'revoke' }

type PeopleListProps = {
  group: RoleGroup
  search: Search
  pages: Pages
  heading: RefObject<HTMLHeadingElement | null>
}

export function PeopleList({ group, search, pages, heading }: PeopleListProps) {
  const list = useQuery({
    ...roleQueries.page(group, search, readPlace(pages.after)),
    placeholderData: keepPreviousData,
  })
  const [question, setQuestion] = useState<Question | null>(null)
  const { title, what, none } = roleCopy.groups[group]
  return (
    <>
      <PagedTable
        query={list}
        words={{
          title,
          what,
          none: search === noSearch ? none : roleCopy.noneFound(none),
          columns: columns[group],
          figures: ['Actions'],
        }}
        pages={pages}
        pageSize={peoplePageSize}
        placeOf={({ createdAt, id }) => placeInAddress(createdAt, id)}
        heading={heading}
      >
        {(person) => (
          <PersonRow
            key={person.id}
            group={group}
            person={person}
            focusFallback={heading}
            onMakeSuperAdmin={() => setQuestion({ person, action: 'promote' })}
            onRevoke={() => setQuestion({ person, action: 'revoke' })}
          />
        )}
      </PagedTable>
      {question?.action === 'promote' && <Promotion person={question.person} onClose={() => setQuestion(null)} />}
      {question?.action === 'revoke' && <Revocation person={question.person} onClose={() => setQuestion(null)} />}
    </>
  )
}

type QuestionProps = { person: PersonWithRole; onClose: () => void }

function Promotion({ person, onClose }: QuestionProps) {
  const promote = useMakeSuperAdmin()
  const ask = useRequestApproval()
  const { title, text, action } = roleCopy.confirmSuperAdmin
  if (promote.data === false)
    return (
      <ReasonDialog
        {...askingCopy.question}
        submit={(reason) => ask.mutateAsync({ request: { kind: 'super_admin', userId: person.id }, reason })}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title={title}
      text={text(person.fullName ?? noName)}
      confirmLabel={action}
      pending={promote.isPending}
      onConfirm={() => promote.mutate(person.id, { onSuccess: (isMade) => isMade && onClose() })}
      onClose={onClose}
    />
  )
}

function Revocation({ person, onClose }: QuestionProps) {
  const revoke = useRevokeAdmin()
  const { title, text, action } = roleCopy.confirmRevoke
  return (
    <ConfirmDialog
      title={title}
      text={text(person.fullName ?? noName)}
      confirmLabel={action}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate(person.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
