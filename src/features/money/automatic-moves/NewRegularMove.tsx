import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { isOpen, openSavings, savingsQueries } from '@/features/money/savings/queries'
import { lazyPart } from '@/lib/lazyPart'
import { useUserId } from '@/lib/session'
import { automaticCopy } from './copy'

const RegularMoveForm = lazyPart(async () => (await import('./RegularMoveForm')).RegularMoveForm)

/** A button that opens the form of a regular move. `to` is chosen at first. Nothing without a savings account. */
export function NewRegularMove({ to }: { to?: string }) {
  const { data: own = [] } = useQuery(savingsQueries.accounts(useUserId()))
  const [isAdding, setIsAdding] = useState(false)
  const accounts = own.filter(isOpen)
  const [current] = accounts
  const [savings] = openSavings(own)
  if (current === undefined || savings === undefined) return null
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
        {automaticCopy.regular.add}
      </Button>
      {isAdding && (
        <RegularMoveForm
          accounts={accounts}
          from={current.id}
          to={to ?? savings.id}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}
