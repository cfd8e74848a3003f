import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pagesInAddress } from '@/components/pagesInAddress'
import { StaffScreen } from '@/components/StaffScreen'
import { StaffSearch } from '@/components/StaffSearch'
import { Button } from '@/components/ui/Button'
import { transcriptQueries } from '@/features/transcripts/queries'
import { TranscriptList } from '@/features/transcripts/TranscriptList'
import { searchFor } from '@/lib/search'
import { useAddressFields } from '@/lib/useAddressFields'

export function AdminTranscriptsScreen() {
  const client = useQueryClient()
  const { field, setFields } = useAddressFields<'search' | 'user' | 'pages'>()
  const text = field('search')
  const userId = field('user')
  const search = useMemo(() => searchFor(text), [text])

  const handleSearch = (wanted: string) => {
    setFields({ search: wanted, user: '', pages: '' })
    // The same search again asks for its rows again.
    if (wanted === text) void client.invalidateQueries({ queryKey: transcriptQueries.all })
  }

  return (
    <StaffScreen title="Transcripts" subtitle="Chats that have ended. Each one that you open is in the audit.">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <StaffSearch
          key={text}
          label="Find customers by name, email or account number"
          search={search}
          onSearch={(wanted) => handleSearch(wanted.text)}
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
