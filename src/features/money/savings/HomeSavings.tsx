import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, ChevronRight, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '@/components/Loaded'
import { ShortText } from '@/components/ShortText'
import { Button } from '@/components/ui/Button'
import { Balance, useIsBalanceHidden } from '@/features/money/accounts/shared'
import { lazyPart } from '@/lib/lazyPart'
import { paths, savingsPath } from '@/lib/paths'
import { homeSavingsCopy } from './homeCopy'
import { isOpen, openSavings, savingsQueries, type OwnAccount } from './queries'
import { useLiveSavings } from './realtime'
import { SavingsMark } from './SavingsMark'

const MoveMoney = lazyPart(async () => (await import('./MoveMoney')).MoveMoney)

/** The customer's savings accounts on Home. Nothing without one. */
export function HomeSavings({ userId }: { userId: string }) {
  const accounts = useQuery(savingsQueries.accounts(userId))
  return (
    <Loaded query={accounts} what="your savings" skeleton={null}>
      {(list) => openSavings(list).length > 0 && <Section userId={userId} accounts={list.filter(isOpen)} />}
    </Loaded>
  )
}

const mostOpen = 10

/** `accounts`: the open ones. */
function Section({ userId, accounts }: { userId: string; accounts: OwnAccount[] }) {
  const headingId = useId()
  const [isMoving, setIsMoving] = useState(false)
  useLiveSavings(userId)
  const savings = openSavings(accounts)
  const [from, to] = accounts
  return (
    <section aria-labelledby={headingId}>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
        <h2 id={headingId} className="text-section">
          {homeSavingsCopy.title}
        </h2>
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          className="-mr-3 shrink-0 px-3!"
          onClick={() => setIsMoving(true)}
        >
          <ArrowLeftRight aria-hidden className="size-5" />
          {homeSavingsCopy.move}
        </Button>
      </div>
      <ul className="@container divide-y divide-line overflow-hidden rounded bg-card shadow-card">
        {savings.map((account) => (
          <li key={account.id}>
            <Row account={account} />
          </li>
        ))}
        {savings.length < mostOpen && (
          <li>
            <Link
              to={paths.openSavings}
              className="flex min-h-13 items-center gap-3 px-4 text-name text-brand transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3"
            >
              <Plus aria-hidden className="size-5" />
              {homeSavingsCopy.another}
            </Link>
          </li>
        )}
      </ul>
      {isMoving && from !== undefined && to !== undefined && (
        <MoveMoney
          title={homeSavingsCopy.move}
          accounts={accounts}
          from={from.id}
          to={to.id}
          onClose={() => setIsMoving(false)}
        />
      )}
    </section>
  )
}

function Row({ account: { id, name, colour, balance, goal } }: { account: OwnAccount }) {
  const isHidden = useIsBalanceHidden()
  return (
    <Link
      to={savingsPath(id)}
      className="flex min-h-17 flex-wrap items-center gap-x-3 px-4 py-2.5 transition-colors hover:bg-brand-soft focus-visible:-outline-offset-3"
    >
      <SavingsMark colour={colour} />
      <span className="min-w-0 flex-1 basis-24">
        <ShortText className="text-name">{name}</ShortText>{' '}
        {goal !== null && (
          <span className="block text-secondary">
            {isHidden ? homeSavingsCopy.goal(goal) : homeSavingsCopy.share(balance, goal)}
          </span>
        )}
      </span>{' '}
      <Balance pence={balance} className="ml-auto text-amount" />
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
