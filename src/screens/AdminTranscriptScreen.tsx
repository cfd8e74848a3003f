import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { buttonLook } from '@/components/ui/buttonLook'
import { transcriptsCopy } from '@/features/staff/transcripts/copy'
import { transcriptQueries } from '@/features/staff/transcripts/queries'
import { TranscriptFacts, TranscriptText } from '@/features/staff/transcripts/TranscriptText'
import { paths, transcriptsPath } from '@/lib/paths'

/** What was said in a chat that has ended. */
export function AdminTranscriptScreen() {
  const { id = '' } = useParams()
  const query = useQuery(transcriptQueries.one(id))
  const transcript = query.data
  return (
    <StaffScreen
      title={transcript === undefined ? 'Transcript' : `Chat with ${transcript.customer_name ?? transcriptsCopy.gone}`}
      actions={
        <Link
          to={transcript === undefined ? paths.adminTranscripts : transcriptsPath(transcript.user_id)}
          className={buttonLook('secondary')}
        >
          {transcript === undefined ? 'All transcripts' : 'All of this user'}
        </Link>
      }
    >
      <Loaded query={query} what="the transcript" skeleton={<StaffTableSkeleton />}>
        {(shown) => (
          <>
            <TranscriptFacts transcript={shown} />
            <TranscriptText transcript={shown} />
          </>
        )}
      </Loaded>
    </StaffScreen>
  )
}
