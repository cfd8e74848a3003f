import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Money } from '@/components/Money'
import { OpenRowButton } from '@/components/OpenRowButton'
import { pagesInAddress, placeInAddress, readPlace } from '@/components/pagesInAddress'
import { StaffFilter } from '@/components/StaffFilter'
import { StaffList, type StaffColumn } from '@/components/StaffList'
import { Tag } from '@/components/Tag'
import { useRowPane } from '@/components/useRowPane'
import { formatDenseDateTime } from '@/lib/dates'
import { useAddressFields } from '@/lib/useAddressFields'
import { BankPaymentPane } from './BankPaymentPane'
import { betweenBanksCopy } from './copy'
import { bankPaymentFilters, bankPaymentPageSize, betweenBanksQueries, type ListedPayment } from './queries'

const { list: copy, filters, none, states, recalls, problems } = betweenBanksCopy

const columns = (onOpen: (id: string, button: HTMLElement) => void): StaffColumn<ListedPayment>[] => [
  {
    label: 'Made',
    cell: ({ id, created_at: made }) => (
      <OpenRowButton at={made} label={copy.open} onOpen={(button) => onOpen(id, button)} />
    ),
  },
  { label: 'Bank', cell: (payment) => (payment.is_outgoing ? copy.to : copy.from)(payment.bank_name) },
  { label: 'Amount', isFigure: true, cell: ({ amount }) => <Money pence={amount} /> },
  {
    label: 'State',
    cell: ({ state, problem, reason }) => (
      <span className="flex flex-wrap items-center gap-x-2 max-lg:justify-end">
        <Tag tone={state === 'sent' || state === 'returning' ? 'care' : 'plain'}>{states[state] ?? state}</Tag>
        {problem !== null && <span className="text-danger">{problems[problem] ?? problem}</span>}
        {reason !== null && <span className="text-muted">{reason}</span>}
      </span>
    ),
  },
  { label: 'Waiting since', cell: ({ waiting_since: at }) => (at === null ? '–' : formatDenseDateTime(at)) },
  { label: 'Recall', cell: ({ recall }) => (recall === null ? '–' : (recalls[recall] ?? recall)) },
]

/** The payments between banks, by what must be done about them. */
export function BankPaymentList() {
  const { field, setFields } = useAddressFields<'payment' | 'pages' | 'show'>()
  const filter = bankPaymentFilters.find((known) => known === field('show')) ?? 'open'
  const pages = pagesInAddress(field('pages'), (value) => setFields({ pages: value }))
  const list = useQuery({
    ...betweenBanksQueries.list(filter, readPlace(pages.after)),
    placeholderData: keepPreviousData,
  })
  const openedId = field('payment')
  const pane = useRowPane((payment) => setFields({ payment }))
  return (
    <>
      <StaffList
        words={{ ...copy, none: none[filter] }}
        query={list}
        columns={columns(pane.open)}
        pages={pages}
        pageSize={bankPaymentPageSize}
        placeOf={(payment) => placeInAddress(payment.created_at, payment.id)}
        actions={
          <StaffFilter
            label={copy.show}
            value={filter}
            options={bankPaymentFilters.map((name) => [name, filters[name]])}
            onChange={(show) => setFields({ show, pages: '' })}
          />
        }
      />
      {openedId !== '' && (
        <BankPaymentPane
          key={openedId}
          id={openedId}
          payment={list.data?.find(({ id }) => id === openedId)}
          onClose={pane.close}
        />
      )}
    </>
  )
}
