import { pagesInAddress } from '@/components/pagesInAddress'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffSearch } from '@/components/StaffSearch'
import { Button } from '@/components/ui/Button'
import { transcriptQueries } from '@/features/staff/transcripts/queries'
import { TranscriptList } from '@/features/staff/transcripts/TranscriptList'
import { useAddressSearch } from '@/lib/search'
import { useAddressFields } from '@/lib/useAddressFields'

export function AdminTranscriptsScreen() {
  const { field, setFields } = useAddressFields<'search' | 'user' | 'pages'>()
  const userId = field('user')
  const { search, find } = useAddressSearch(field('search'), transcriptQueries.all, (text) =>
    setFields({ search: text, user: '', pages: '' }),
  )

  return (
    <StaffScreen title="Transcripts" subtitle="Chats that have ended. Each one that you open is in the audit.">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <StaffSearch
          key={search.text}
          label="Find customers by name, email or account number"
          search={search}
          onSearch={find}
        />
        {userId !== '' && (
          <p className="mb-1.5 flex items-center gap-2 text-sm text-muted">
            One user's chats
            <Button variant="quiet" onClick={() => setFields({ user: '', pages: '' })}>
              Show all
            </Button>
          </p>
        )}
      </div>
      <TranscriptList
        choice={{ search, userId }}
        pages={pagesInAddress(field('pages'), (value) => setFields({ pages: value }))}
      />
    </StaffScreen>
  )
}
