import { useState } from 'react'
import { ProgressBar } from '@/components/ProgressBar'
import { useIsBalanceHidden } from '@/features/money/accounts/shared'
import { londonDay } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { savingsCopy } from './copy'
import type { OwnAccount } from './queries'

/** How near a savings account is to its goal. Nothing without one. */
export function SavingsGoal({ account: { balance, goal, goalOn } }: { account: OwnAccount }) {
  const isHidden = useIsBalanceHidden()
  const [today] = useState(() => londonDay(new Date()))
  if (goal === null) return null
  const { title, saved, toGo, late, reached } = savingsCopy.goal
  const left = goal - balance
  const isLate = goalOn !== null && goalOn < today
  return (
    <section aria-label={title} className="rounded bg-card p-4 shadow-card">
      {isHidden ? (
        <p className="text-name">
          {title}: {formatPence(goal)}
        </p>
      ) : (
        <>
          <ProgressBar label={title} text={saved(balance, goal)} share={balance / goal} />
          <p className="mt-2 text-secondary">
            {left <= 0 ? reached : isLate ? late(left, goalOn) : toGo(left, goalOn)}
          </p>
        </>
      )}
    </section>
  )
}
