import { useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { SelectField } from '@/components/ui/Select'
import { useSavePdf } from '@/features/money/statements/shared'
import { profileQueries } from '@/features/person/profile/queries'
import { addressLines } from '@/features/person/profile/shared'
import { londonDay } from '@/lib/dates'
import { useUserId } from '@/lib/session'
import { certificateLetter } from './certificateLetter'
import { readInterestCertificate } from './queries'
import { taxYearName, taxYearOf } from './taxYears'
import { interestCopy } from './copy'

type InterestCertificateProps = {
  openedOn: string
  /** The tax year of today. */
  taxYear: number
}

/** Downloads the certificate of a tax year, about all savings accounts of the customer. */
export function InterestCertificate({ openedOn, taxYear }: InterestCertificateProps) {
  const { certificate: copy } = interestCopy
  const client = useQueryClient()
  const userId = useUserId()
  const [chosen, setChosen] = useState(taxYear)
  const save = useSavePdf(copy.fileName(chosen))
  const years = Array.from({ length: taxYear - taxYearOf(openedOn) + 1 }, (_, ago) => taxYear - ago)
  const handleDownload = () =>
    save.mutate(async () => {
      const certificate = await readInterestCertificate(chosen)
      const address = await client.ensureQueryData(profileQueries.address(userId))
      return {
        document: 'letter',
        letter: certificateLetter(certificate, addressLines(address), londonDay(new Date())),
      }
    })
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <div className="grow">
        <SelectField
          label={copy.label}
          value={chosen}
          onChange={({ target }) => setChosen(Number(target.value))}
          options={years.map((year) => [String(year), taxYearName(year)] as const)}
        />
      </div>
      <Button
        variant="secondary"
        className="grow"
        pending={save.isPending}
        pendingLabel={copy.pending}
        onClick={handleDownload}
      >
        <FileText aria-hidden className="size-5" />
        {copy.action}
      </Button>
    </div>
  )
}
