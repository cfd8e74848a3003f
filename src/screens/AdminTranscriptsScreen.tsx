import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pagesInAddress } from '@/components/pagesInAddress'
import { StaffList, type StaffColumn } from '@/components/StaffList'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffSearch } from '@/components/StaffSearch'
import { TextLink } from '@/components/TextLink'
import { Button } from '@/components/ui/Button'
import { transcriptsCopy as copy } from '@/features/staff/transcripts/copy'
import { transcriptPageSize, transcriptQueries, type EndedChat } from '@/features/staff/transcripts/queries'
import { reasonWords } from '@/features/staff/transcripts/shared'
import { formatDenseDateTime } from '@/lib/dates'
import { transcriptPath } from '@/lib/paths'
import { noSearch, useAddressSearch } from '@/lib/search'
import { useAddressFields } from '@/lib/useAddressFields'

const columns: StaffColumn<EndedChat>[] = [
  {
    label: 'Customer',
    cell: ({ id, customerName, hasText }) =>
      hasText ? (
        <TextLink to={transcriptPath(id)} opensRow>
          {customerName ?? copy.gone}
        </TextLink>
      ) : (
        (customerName ?? copy.gone)
      ),
  },
  { label: 'Ended', className: 'tabular-nums', cell: (chat) => <Moment at={chat.endedAt} /> },
  { label: 'Started', className: 'tabular-nums', cell: (chat) => <Moment at={chat.startedAt} /> },
  { label: 'Agents', cell: ({ agents }) => (agents.length === 0 ? copy.noAgent : agents.join(', ')) },
  {
    label: 'How it ended',
    cell: (chat) => (chat.closingReason === null ? copy.endedAs[chat.endedAs] : reasonWords[chat.closingReason]),
  },
  { label: 'Tags', cell: ({ tags }) => tags.join(', ') },
]

/** The chats that have ended, latest first. Each one's text is on a separate page. */
export function AdminTranscriptsScreen() {
  const { field, setFields } = useAddressFields<'search' | 'user' | 'pages'>()
  const userId = field('user')
  const { search, find } = useAddressSearch(field('search'), transcriptQueries.all, (text) =>
    setFields({ search: text, user: '', pages: '' }),
  )
  const pages = pagesInAddress(field('pages'), (value) => setFields({ pages: value }))
  const list = useQuery({
    ...transcriptQueries.page({ search, userId }, pages.after),
    placeholderData: keepPreviousData,
  })
  const none = userId !== '' ? copy.noneOfUser : search === noSearch ? copy.none : copy.noneFound

  return (
    <StaffScreen
      title="Transcripts"
      subtitle="Chats that have ended. Each one that you open is in the audit."
      search={
        <>
          <StaffSearch
            key={search.text}
            label="Find by name, email, account number or words"
            search={search}
            onSearch={find}
          />
          {userId !== '' && (
            <p className="flex items-center gap-2 text-secondary">
              One user's chats
              <Button variant="quiet" onClick={() => setFields({ user: '', pages: '' })}>
                Show all
              </Button>
            </p>
          )}
        </>
      }
    >
      <StaffList
        words={{ title: copy.title, what: copy.what, none }}
        query={list}
        columns={columns}
        pages={pages}
        pageSize={transcriptPageSize}
        placeOf={({ id }) => id}
      />
    </StaffScreen>
  )
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatDenseDateTime(at)}</time>
}
