import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { PagedRows } from '@/components/PagedRows'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import type { usePages } from '@/components/usePages'
import { TextLink } from '@/components/TextLink'
import { formatDenseDateTime } from '@/lib/dates'
import { transcriptPath } from '@/lib/paths'
import { noSearch } from '@/lib/search'
import { transcriptsCopy as copy } from './copy'
import { transcriptPageSize, transcriptQueries, type EndedChat, type TranscriptChoice } from './queries'
import { reasonWords } from './shared'

type TranscriptListProps = { choice: TranscriptChoice; pages: ReturnType<typeof usePages<string>> }

/** The chats that have ended, latest first. Each one's text is on a separate page. */
export function TranscriptList({ choice, pages }: TranscriptListProps) {
  const list = useQuery({ ...transcriptQueries.page(choice, pages.after), placeholderData: keepPreviousData })
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <StaffCard title="Ended chats" heading={heading}>
      <PagedRows
        query={list}
        what={copy.what}
        pages={pages}
        pageSize={transcriptPageSize}
        placeOf={({ id }) => id}
        none={choice.userId !== '' ? copy.noneOfUser : choice.search === noSearch ? copy.none : copy.noneFound}
        heading={heading}
      >
        {(chats) => (
          <StaffTable
            caption="Ended chats"
            columns={['Customer', 'Ended', 'Started', 'Agents', 'How it ended', 'Tags']}
            isBusy={list.isPlaceholderData}
            isCompact
          >
            {chats.map((chat) => (
              <Row key={chat.id} chat={chat} />
            ))}
          </StaffTable>
        )}
      </PagedRows>
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
