import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Money } from '@/components/Money'
import { OpenRowButton } from '@/components/OpenRowButton'
import { PagedTable } from '@/components/PagedTable'
import { pagesInAddress, placeInAddress, readPlace } from '@/components/pagesInAddress'
import { StaffCard } from '@/components/StaffCard'
import { StaffFilter } from '@/components/StaffFilter'
import { StaffCell, StaffRow, StaffRowHead } from '@/components/StaffTable'
import { Tag } from '@/components/Tag'
import { useRowPane } from '@/components/useRowPane'
import { formatDenseDateTime } from '@/lib/dates'
import { useAddressFields } from '@/lib/useAddressFields'
import { BankPaymentPane } from './BankPaymentPane'
import { betweenBanksCopy } from './copy'
import { bankPaymentFilters, bankPaymentPageSize, betweenBanksQueries, type ListedPayment } from './queries'

const { list: copy, filters, none, states, recalls, problems } = betweenBanksCopy

/** The payments between banks, by what must be done about them. */
export function BankPaymentList() {
  const heading = useRef<HTMLHeadingElement>(null)
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
    <StaffCard
      title={copy.title}
      heading={heading}
      actions={
        <StaffFilter
          label={copy.show}
          value={filter}
          options={bankPaymentFilters.map((name) => [name, filters[name]])}
          onChange={(show) => setFields({ show, pages: '' })}
        />
      }
    >
      <PagedTable
        query={list}
        words={{ ...copy, none: none[filter] }}
        pages={pages}
        pageSize={bankPaymentPageSize}
        placeOf={(payment) => placeInAddress(payment.created_at, payment.id)}
        heading={heading}
      >
        {(payment) => (
          <PaymentRow key={payment.id} payment={payment} onOpen={(button) => pane.open(payment.id, button)} />
        )}
      </PagedTable>
      {openedId !== '' && (
        <BankPaymentPane
          key={openedId}
          id={openedId}
          payment={list.data?.find(({ id }) => id === openedId)}
          onClose={pane.close}
        />
      )}
    </StaffCard>
  )
}

function PaymentRow({ payment, onOpen }: { payment: ListedPayment; onOpen: (button: HTMLElement) => void }) {
  const { created_at: made, state, problem, recall } = payment
  return (
    <StaffRow>
      <StaffRowHead>
        <OpenRowButton at={made} label={copy.open} onOpen={onOpen} />
      </StaffRowHead>
      <StaffCell label="Bank" isDense>
        {payment.is_outgoing ? copy.to(payment.bank_name) : copy.from(payment.bank_name)}
      </StaffCell>
      <StaffCell label="Amount" isFigure isDense>
        <Money pence={payment.amount} />
      </StaffCell>
      <StaffCell label="State" isDense>
        <span className="flex flex-wrap items-center gap-x-2 max-lg:justify-end">
          <Tag tone={state === 'accepted' ? 'good' : state === 'sent' || state === 'returning' ? 'care' : 'plain'}>
            {states[state] ?? state}
          </Tag>
          {problem !== null && <span className="text-danger">{problems[problem] ?? problem}</span>}
          {payment.reason !== null && <span className="text-muted">{payment.reason}</span>}
        </span>
      </StaffCell>
      <StaffCell label="Waiting since" isDense>
        {payment.waiting_since === null ? '–' : formatDenseDateTime(payment.waiting_since)}
      </StaffCell>
      <StaffCell label="Recall" isDense>
        {recall === null ? '–' : (recalls[recall] ?? recall)}
      </StaffCell>
    </StaffRow>
  )
}
