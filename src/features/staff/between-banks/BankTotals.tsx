import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { Tag } from '@/components/Tag'
import { formatDenseDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { formatCount } from '@/lib/numbers'
import { betweenBanksCopy } from './copy'
import { betweenBanksQueries, type BankTotals as Totals } from './queries'

const copy = betweenBanksCopy.totals

/** What waits at each bank, and whether the ledger holds the same. */
export function BankTotals() {
  const totals = useQuery(betweenBanksQueries.totals())
  return (
    <StaffCard title={copy.title}>
      <Loaded query={totals} what={copy.what} skeleton={<StaffTableSkeleton />}>
        {(rows) => {
          const [first] = rows
          if (first === undefined)
            return (
              <p data-empty className="px-4 py-2 text-secondary">
                {copy.none}
              </p>
            )
          const listed = rows.reduce((sum, row) => sum + row.waiting_total, 0)
          const isEqual = listed === first.ledger_total
          return (
            <>
              <StaffTable caption={copy.title} columns={copy.columns} figures={[...copy.figures]} isCompact>
                {rows.map((row) => (
                  <BankRow key={row.bank_id} bank={row} />
                ))}
              </StaffTable>
              <p className={`px-4 py-3 text-small ${isEqual ? 'text-muted' : 'text-danger'}`}>
                {isEqual
                  ? copy.equal(formatPence(listed))
                  : copy.differs(formatPence(listed), formatPence(first.ledger_total))}
              </p>
            </>
          )
        }}
      </Loaded>
    </StaffCard>
  )
}

function BankRow({ bank }: { bank: Totals }) {
  return (
    <StaffRow>
      <StaffRowHead>
        <span className="text-name">{bank.bank_name}</span> {!bank.is_on && <Tag tone="care">{copy.off}</Tag>}{' '}
        {bank.is_throttled && <Tag tone="care">{copy.throttled}</Tag>}
      </StaffRowHead>
      <StaffCell label="On its way" isFigure isDense>
        {formatCount(bank.waiting)}
      </StaffCell>
      <StaffCell label="Total" isFigure isDense>
        <Money pence={bank.waiting_total} />
      </StaffCell>
      <StaffCell label="Oldest" isDense>
        {bank.waiting_since === null ? '–' : formatDenseDateTime(bank.waiting_since)}
      </StaffCell>
      <StaffCell label="Recalls" isFigure isDense>
        {formatCount(bank.recalls)}
      </StaffCell>
      <StaffCell label="Problems" isFigure isDense>
        {formatCount(bank.problems)}
      </StaffCell>
      <StaffCell label="Refused in a day" isFigure isDense>
        <span>
          {formatCount(bank.refused)}
          {bank.unsigned > 0 && <span className="block text-muted">{copy.unsigned(formatCount(bank.unsigned))}</span>}
        </span>
      </StaffCell>
    </StaffRow>
  )
}
