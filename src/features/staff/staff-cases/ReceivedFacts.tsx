import { Fragment } from 'react'
import type { Fact } from '@/components/Facts'
import { Money } from '@/components/Money'
import { SpokenDigits } from '@/components/SpokenDigits'
import { StaffCard } from '@/components/StaffCard'
import { Tag } from '@/components/Tag'
import { TextLink } from '@/components/TextLink'
import { titleOf } from '@/features/staff/case-summaries/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDate, formatDenseDateTime } from '@/lib/dates'
import { boolean, list, nullable, number, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { countOf } from '@/lib/numbers'
import { adminCasePath, adminTransactionPath } from '@/lib/paths'
import { staffCaseCopy } from './copy'
import { receivedCopy as copy } from './receivedCopy'

export const readReceived = object({
  claims: number,
  claimants: number,
  claimed: pounds,
  listed: list(object({ id: text, kind: text, amount: pounds, opened_at: text, decision: nullable(text) })),
  account: nullable(
    object({
      name: text,
      sort_code: text,
      account_number: text,
      created_at: text,
      balance: pounds,
      held: pounds,
    }),
  ),
  can_suspend: boolean,
  is_staff: boolean,
  leaving: list(
    object({
      id: text,
      payee: text,
      amount: pounds,
      created_at: text,
      is_under_review: boolean,
      can_hold: boolean,
    }),
  ),
})
export type Received = NonNullable<ReturnType<typeof readReceived>>

/** How much is claimed from an account, and what is left on it. */
export const receivedFacts = ({ claims, claimants, claimed, account }: Received): Fact[] => [
  ['Claims', `${countOf(claims, 'claim')} by ${countOf(claimants, 'customer')}`],
  ['Claimed', <Money key="claimed" pence={claimed} className="text-amount" />],
  ...(account === null
    ? []
    : ([
        ['Left on the account', <Money key="balance" pence={account.balance} className="text-amount" />],
        ['Held for payments', <Money key="held" pence={account.held} />],
        [
          'Account',
          <Fragment key="account">
            {account.name}, <SpokenDigits>{`${account.sort_code} ${account.account_number}`}</SpokenDigits>
          </Fragment>,
        ],
        ['Account since', formatDate(account.created_at)],
      ] satisfies Fact[])),
]

/** The claims that name the account, and what has not left it. */
export function ReceivedCards({ received, linksPayment }: { received: Received; linksPayment: boolean }) {
  return (
    <>
      <StaffCard title={copy.claims}>
        <ul className="divide-y divide-line border-t border-line text-small">
          {received.listed.map(({ id, kind, amount, opened_at: at, decision }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 px-4 py-2">
              <TextLink to={adminCasePath(id)}>{titleOf(kind)}</TextLink>
              <Money pence={amount} />
              <time dateTime={at} className="text-muted tabular-nums">
                {formatDenseDateTime(at)}
              </time>
              {decision !== null && <Tag>{wordsOf(staffCaseCopy.claimDecisions, decision)}</Tag>}
            </li>
          ))}
        </ul>
      </StaffCard>
      <StaffCard title={copy.leaving}>
        {received.leaving.length === 0 ? (
          <p className="px-4 pb-3 text-secondary">{copy.noneLeaving}</p>
        ) : (
          <ul className="divide-y divide-line border-t border-line text-small">
            {received.leaving.map(({ id, payee, amount, created_at: at, is_under_review: isHeld }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 px-4 py-2">
                {linksPayment ? <TextLink to={adminTransactionPath(id)}>{payee}</TextLink> : payee}
                <Money pence={amount} />
                <time dateTime={at} className="text-muted tabular-nums">
                  {formatDenseDateTime(at)}
                </time>
                {isHeld && <Tag tone="care">{copy.underReview}</Tag>}
              </li>
            ))}
          </ul>
        )}
      </StaffCard>
    </>
  )
}
