import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PagedTable } from '@/components/PagedTable'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { TextLink } from '@/components/TextLink'
import type { Pages } from '@/components/pagesInAddress'
import { formatDenseDateTime } from '@/lib/dates'
import { transcriptPath } from '@/lib/paths'
import { noSearch } from '@/lib/search'
import { transcriptsCopy as copy } from './copy'
import { transcriptPageSize, transcriptQueries, type EndedChat, type TranscriptChoice } from './queries'
import { reasonWords } from './shared'

const title = 'Ended chats'
const columns = ['Customer', 'Ended', 'Started', 'Agents', 'How it ended', 'Tags']

type TranscriptListProps = { choice: TranscriptChoice; pages: Pages }

/** The chats that have ended, latest first. Each one's text is on a separate page. */
export function TranscriptList({ choice, pages }: TranscriptListProps) {
  const list = useQuery({ ...transcriptQueries.page(choice, pages.after), placeholderData: keepPreviousData })
  const heading = useRef<HTMLHeadingElement>(null)
  const none = choice.userId !== '' ? copy.noneOfUser : choice.search === noSearch ? copy.none : copy.noneFound
  return (
    <StaffCard title={title} heading={heading}>
      <PagedTable
        query={list}
        words={{ title, what: copy.what, none, columns }}
        pages={pages}
        pageSize={transcriptPageSize}
        placeOf={({ id }) => id}
        heading={heading}
      >
        {(chat) => <Row key={chat.id} chat={chat} />}
      </PagedTable>
    </StaffCard>
  )
}

function Row({ chat }: { chat: EndedChat }) {
  const name = chat.customerName ?? copy.gone
  return (
    <StaffRow>
      <StaffRowHead>
        {chat.hasText ? (
          <TextLink to={transcriptPath(chat.id)} opensRow>
            {name}
          </TextLink>
        ) : (
          name
        )}
      </StaffRowHead>
      <StaffCell label="Ended" isDense className="tabular-nums">
        <time dateTime={chat.endedAt}>{formatDenseDateTime(chat.endedAt)}</time>
      </StaffCell>
      <StaffCell label="Started" isDense className="tabular-nums">
        <time dateTime={chat.startedAt}>{formatDenseDateTime(chat.startedAt)}</time>
      </StaffCell>
      <StaffCell label="Agents" isDense>
        {chat.agents.length === 0 ? copy.noAgent : chat.agents.join(', ')}
      </StaffCell>
      <StaffCell label="How it ended" isDense>
        {chat.closingReason === null ? copy.endedAs[chat.endedAs] : reasonWords[chat.closingReason]}
      </StaffCell>
      <StaffCell label="Tags" isDense>
        {chat.tags.join(', ')}
      </StaffCell>
    </StaffRow>
  )
}
