import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import { Skeleton } from '@/components/Skeleton'
import { SpokenDigits } from '@/components/SpokenDigits'
import { TextLink } from '@/components/TextLink'
import { Dialog } from '@/components/ui/Dialog'
import { IconButton } from '@/components/ui/IconButton'
import { ConfirmedTag, contactTitle, CustomerContact } from '@/features/person/calls/shared'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { accountNote, describePaymentToCome, savingsState } from '@/features/staff/staff-transactions/shared'
import { CaseRows } from '@/features/staff/case-summaries/shared'
import { SupportEffects } from '@/features/person/support-needs/shared'
import { kindOf, stateWord } from '@/features/money/transactions/shared'
import { NoteList } from '@/features/staff/user-notes/shared'
import { formatDay, formatDenseDateTime } from '@/lib/dates'
import { adminTransactionPath, transcriptPath } from '@/lib/paths'
import { ChatTags } from './ChatTags'
import { consoleCopy, suspensionCopy as copy } from './copy'
import type { ChatMoney } from './chatCustomer'
import { CustomerHead } from './CustomerHead'
import { MarkComplaint } from './MarkComplaint'
import { consoleQueries } from './queries'

/** The customer of the agent's chat: first what the agent must know, then the tools, folded. Money has its own query, because each look at it is audited once per chat. */
export function CustomerPanel({ chatId }: { chatId: string }) {
  const query = useQuery(consoleQueries.customer(chatId))
  const { permissions } = useOwnRoles()
  const may = (permission: string) => permissions.includes(permission)
  const hasMoney = may('approve_users') || may('view_transactions')
  return (
    <Loaded query={query} what="the customer" skeleton={<Skeleton className="h-64" />}>
      {(customer) => (
        <div className="space-y-5 text-small">
          <CustomerHead customer={customer} mark={<ConfirmedTag userId={customer.user_id} />} />
          {customer.suspended_at !== null && <SuspensionPart chatId={chatId} />}
          {customer.cases !== null && customer.cases.length > 0 && (
            <section aria-label={consoleCopy.cases}>
              <h3 className="pb-1 text-caption text-strong">{consoleCopy.cases}</h3>
              <CaseRows cases={customer.cases} className="py-1.5" />
            </section>
          )}
          {hasMoney && <MoneyPart chatId={chatId} />}
          <Part title="Notes">
            <div className="py-1.5">
              <NoteList
                userId={customer.user_id}
                notes={customer.notes}
                shownBy={consoleQueries.customers}
                canWrite={may('approve_users')}
              />
            </div>
          </Part>
          <Part title="Earlier chats">
            {customer.earlier_chats.length === 0 ? (
              <Quiet>{consoleCopy.noEarlierChats}</Quiet>
            ) : (
              customer.earlier_chats.map(({ id, ended_at }) => (
                <Row key={id}>
                  {may('read_transcripts') ? (
                    <TextLink to={transcriptPath(id)}>{formatDenseDateTime(ended_at)}</TextLink>
                  ) : (
                    formatDenseDateTime(ended_at)
                  )}
                </Row>
              ))
            )}
          </Part>
          <details>
            <summary className="flex min-h-9 cursor-pointer items-center text-strong">{consoleCopy.tools}</summary>
            <div className="space-y-5 pt-2">
              <ChatTags chatId={chatId} />
              <MarkComplaint chatId={chatId} caseId={customer.complaint_id} linksCase={may('manage_cases')} />
              <CustomerContact userId={customer.user_id}>
                {(content) => (
                  <Part title={contactTitle}>
                    <div className="py-2">{content}</div>
                  </Part>
                )}
              </CustomerContact>
            </div>
          </details>
        </div>
      )}
    </Loaded>
  )
}

/** Opens the panel in a sheet, where there is no room beside the chat. */
export function CustomerButton({ chatId }: { chatId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton label="Customer" onClick={() => setIsOpen(true)}>
        <UserRound aria-hidden />
      </IconButton>
      {isOpen && (
        <Dialog open onOpenChange={() => setIsOpen(false)} title="Customer">
          <CustomerPanel chatId={chatId} />
        </Dialog>
      )}
    </>
  )
}

/** How to help the customer of the agent's chat. */
export function CustomerEffects({ chatId }: { chatId: string }) {
  const customer = useQuery(consoleQueries.customer(chatId)).data
  return customer && <SupportEffects userId={customer.user_id} />
}

/** Why the customer is suspended. Each look at it is recorded. */
function SuspensionPart({ chatId }: { chatId: string }) {
  const query = useQuery(consoleQueries.suspension(chatId))
  return (
    <Loaded query={query} what="why the customer is suspended" skeleton={<Skeleton className="h-24" />}>
      {(suspension) =>
        suspension !== null && (
          <Part title={copy.title}>
            <Row>{suspension.cause}</Row>
            <Row note={copy.told}>{suspension.message}</Row>
            <Row note={suspension.is_delayed ? copy.isLate : undefined}>
              {copy.next} {formatDay(suspension.next_update)}
            </Row>
          </Part>
        )
      }
    </Loaded>
  )
}

function MoneyPart({ chatId }: { chatId: string }) {
  const query = useQuery(consoleQueries.money(chatId))
  return (
    <Loaded query={query} what="the account" skeleton={<Skeleton className="h-32" />}>
      {({ account, savings, payments, payments_to_come: toCome }) => (
        <>
          {account !== null && <Account account={account} />}
          {savings !== null && savings.length > 0 && <Savings savings={savings} />}
          {payments !== null && (
            <Part title="Latest payments">
              {payments.length === 0 ? (
                <Quiet>{consoleCopy.noPayments}</Quiet>
              ) : (
                payments.map(({ id, created_at, other_party, amount, incoming, is_card, status, ...row }) => (
                  <Row
                    key={id}
                    note={[
                      formatDenseDateTime(created_at),
                      stateWord(kindOf(incoming, is_card), status),
                      accountNote(row.account_type, row.is_own_move),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                    figure={<Money pence={amount} direction={incoming ? 'in' : 'out'} />}
                  >
                    <TextLink to={adminTransactionPath(id)}>{other_party}</TextLink>
                  </Row>
                ))
              )}
            </Part>
          )}
          {toCome !== null && toCome.length > 0 && (
            <Part title="Payments to come">
              {toCome.map((payment) => (
                <Row
                  key={payment.id}
                  note={describePaymentToCome(payment)}
                  figure={<Money pence={payment.amount} direction="out" />}
                >
                  {payment.state === 'paused' ? (
                    payment.recipient
                  ) : (
                    <TextLink to={adminTransactionPath(payment.id)}>{payment.recipient}</TextLink>
                  )}
                </Row>
              ))}
            </Part>
          )}
        </>
      )}
    </Loaded>
  )
}

function Account({
  account: { sort_code, account_number, balance, pending },
}: {
  account: NonNullable<ChatMoney['account']>
}) {
  return (
    <Part title="Account">
      <Row figure={<Money pence={balance} />} note={<SpokenDigits>{`${sort_code} ${account_number}`}</SpokenDigits>}>
        Balance
      </Row>
      {pending > 0 && <Row figure={<Money pence={pending} />}>Pending</Row>}
    </Part>
  )
}

function Savings({ savings }: { savings: NonNullable<ChatMoney['savings']> }) {
  return (
    <Part title="Savings accounts">
      {savings.map(({ id, sort_code, account_number, balance, ...state }) => (
        <Row key={id} figure={<Money pence={balance} />} note={savingsState(state) ?? undefined}>
          <SpokenDigits>{`${sort_code} ${account_number}`}</SpokenDigits>
        </Row>
      ))}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-caption text-strong">{title}</h3>
      <div className="divide-y divide-line border-t border-line">{children}</div>
    </section>
  )
}

type RowProps = { figure?: ReactNode; note?: ReactNode; children: ReactNode }

function Row({ figure, note, children }: RowProps) {
  return (
    <div className="py-1.5">
      <p className="flex justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{children}</span>
        {figure}
      </p>
      {note !== undefined && <p className="text-caption tabular-nums">{note}</p>}
    </div>
  )
}

function Quiet({ children }: { children: string }) {
  return <p className="py-1.5 text-secondary">{children}</p>
}
