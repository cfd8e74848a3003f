import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { PagedRows } from '@/components/PagedRows'
import { StaffTable } from '@/components/StaffTable'
import { usePages } from '@/components/usePages'
import { noSearch, type Search } from '@/lib/search'
import { roleCopy } from './copy'
import { roleFailureWords, useMakeSuperAdmin, useRevokeAdmin } from './mutations'
import { PersonRow } from './PersonRow'
import { peoplePageSize, roleQueries, type PersonPlace, type PersonWithRole, type RoleGroup } from './queries'

const columns: Record<RoleGroup, string[]> = {
  super_admin: ['Name', 'Signed up', 'Actions'],
  admin: ['Name', 'Signed up', 'Permissions', 'Actions'],
  user: ['Name', 'Signed up', 'Actions'],
}

type Question = { person: PersonWithRole; action: 'promote' | 'revoke' }

type PeopleListProps = { group: RoleGroup; search: Search; heading: RefObject<HTMLHeadingElement | null> }

export function PeopleList({ group, search, heading }: PeopleListProps) {
  const pages = usePages<PersonPlace>()
  const list = useQuery({ ...roleQueries.page(group, search, pages.after), placeholderData: keepPreviousData })
  const [question, setQuestion] = useState<Question | null>(null)
  const { title, what, none } = roleCopy.groups[group]
  return (
    <>
      <PagedRows
        query={list}
        what={what}
        pages={pages}
        pageSize={peoplePageSize}
        placeOf={({ createdAt, id }) => ({ createdAt, id })}
        none={search === noSearch ? none : roleCopy.noneFound(none)}
        heading={heading}
      >
        {(people) => (
          <StaffTable caption={title} columns={columns[group]} figures={['Actions']} isBusy={list.isPlaceholderData}>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                group={group}
                person={person}
                focusFallback={heading}
                onMakeSuperAdmin={() => setQuestion({ person, action: 'promote' })}
                onRevoke={() => setQuestion({ person, action: 'revoke' })}
              />
            ))}
          </StaffTable>
        )}
      </PagedRows>
      {question !== null && <RoleQuestion {...question} onClose={() => setQuestion(null)} />}
    </>
  )
}

function RoleQuestion({ person, action, onClose }: Question & { onClose: () => void }) {
  const promote = useMakeSuperAdmin()
  const revoke = useRevokeAdmin()
  const work = action === 'promote' ? promote : revoke
  const words = action === 'promote' ? roleCopy.confirmSuperAdmin : roleCopy.confirmRevoke
  return (
    <ConfirmDialog
      title={words.title}
      text={words.text(person.fullName ?? roleCopy.unnamed)}
      confirmLabel={words.action}
      pending={work.isPending}
      problem={work.error && roleFailureWords(work.error)}
      onConfirm={() => work.mutate(person.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
