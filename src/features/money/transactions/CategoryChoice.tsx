import { Check } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/components/ui/Button'
import { Select } from '@/components/ui/Select'
import { categories, toCategory, type Category } from '@/features/money/categories/shared'
import { transactionCopy } from './copy'
import { useSetCategory } from './mutations'
import type { Transaction } from './queries'

type CategoryChoiceProps = {
  transaction: Transaction
  /** The stored category. */
  category: Category
  onChange: (category: Category) => void
}

/** The category of a transaction. After a change it can be chosen for all transactions with the merchant. */
export function CategoryChoice({ transaction, category: stored, onChange }: CategoryChoiceProps) {
  const id = useId()
  const { mutate, isPending, variables, isError } = useSetCategory(transaction, onChange)
  const category = isPending ? variables.category : stored
  const isAlways = variables?.isAlways === true && !isPending && !isError
  const choose = (next: Category, always: boolean) => mutate({ category: next, isAlways: always })

  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-1">
      <dt className="text-secondary">
        <label htmlFor={id}>Category</label>
      </dt>
      <dd className="flex min-w-0 flex-wrap items-center justify-end gap-x-2">
        <Select
          id={id}
          className="w-auto"
          value={category}
          onChange={(event) => choose(toCategory(event.target.value), false)}
          options={Object.entries(categories)}
        />
      </dd>
      {variables !== undefined && transaction.counterparty !== '' && (
        <dd className="w-full text-right">
          <Button
            variant="quiet"
            className="-mr-3 text-right text-small"
            aria-pressed={isAlways}
            onClick={() => choose(category, true)}
          >
            {isAlways && <Check aria-hidden className="size-4 shrink-0" />}
            {transactionCopy.category.always(transaction.counterparty)}
          </Button>
        </dd>
      )}
    </div>
  )
}
