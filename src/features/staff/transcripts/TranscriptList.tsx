import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Pages } from '@/components/pagesInAddress'
import { StaffList, type StaffColumn } from '@/components/StaffList'
import { TextLink } from '@/components/TextLink'
import { formatDenseDateTime } from '@/lib/dates'
import { transcriptPath } from '@/lib/paths'
import { noSearch } from '@/lib/search'
import { transcriptsCopy as copy } from './copy'
import { transcriptPageSize, transcriptQueries, type EndedChat, type TranscriptChoice } from './queries'
import { reasonWords } from './shared'

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
export function TranscriptList({ choice, pages }: { choice: TranscriptChoice; pages: Pages }) {
  const list = useQuery({ ...transcriptQueries.page(choice, pages.after), placeholderData: keepPreviousData })
  const none = choice.userId !== '' ? copy.noneOfUser : choice.search === noSearch ? copy.none : copy.noneFound
  return (
    <StaffList
      words={{ title: copy.title, what: copy.what, none }}
      query={list}
      columns={columns}
      pages={pages}
      pageSize={transcriptPageSize}
      placeOf={({ id }) => id}
    />
  )
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatDenseDateTime(at)}</time>
}
