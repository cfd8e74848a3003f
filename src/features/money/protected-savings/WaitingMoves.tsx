import { useQuery } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { Loaded } from '@/components/Loaded'
import { TitledCard } from '@/components/TitledCard'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { savingsQueries } from '@/features/money/savings/queries'
import { useUserId } from '@/lib/session'
import { useTakeBack } from './mutations'
import { protectionCopy } from './copy'
import { waitingMoveQueries, type WaitingMove } from './queries'

const { waiting: copy } = protectionCopy

/** The moves out of a protected account that wait, each with a button that takes it back. Left out without one. */
export function WaitingMoves({ accountId }: { accountId: string }) {
  const moves = useQuery(waitingMoveQueries.of(accountId))
  const accounts = useQuery(savingsQueries.accounts(useUserId()))
  const list = useRef<HTMLUListElement>(null)
  return (
    <Loaded query={moves} what={copy.what} skeleton={null}>
      {(waiting) =>
        waiting.length > 0 && (
          <TitledCard title={copy.title}>
            <ul ref={list} tabIndex={-1} aria-label={copy.title} className="divide-y divide-line outline-none">
              {waiting.map((move) => (
                <MoveRow
                  key={move.id}
                  move={move}
                  to={accounts.data?.find(({ id }) => id === move.toAccountId)?.name ?? copy.other}
                  list={list}
                />
              ))}
            </ul>
          </TitledCard>
        )
      }
    </Loaded>
  )
}

type MoveRowProps = { move: WaitingMove; to: string; list: RefObject<HTMLElement | null> }

function MoveRow({ move, to, list }: MoveRowProps) {
  useFocusFallback(list)
  const takeBack = useTakeBack()
  const words = copy.move(move.amount, to)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div>
        <p className="text-name wrap-anywhere tabular-nums">{words}</p>
        <p className="text-secondary">{copy.until(move.dueAt)}</p>
      </div>
      <Button
        variant="secondary"
        className="ml-auto"
        aria-label={copy.takeBackOf(words)}
        pending={takeBack.isPending}
        onClick={() => takeBack.mutate(move)}
      >
        {copy.takeBack}
      </Button>
    </li>
  )
}
