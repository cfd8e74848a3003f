import type { FieldProblem } from '@/lib/useForm'
import { AccountSelect } from './AccountSelect'
import { savingsCopy } from './copy'
import type { OwnAccount } from './queries'

/** The ids of the accounts of a move. */
export type Sides = { from: string; to: string }

/** Both accounts, or what is wrong with them. */
export function readSides(
  { from, to }: Sides,
  accounts: OwnAccount[],
): { from: OwnAccount; to: OwnAccount } | FieldProblem<keyof Sides> {
  const source = accounts.find(({ id }) => id === from)
  const target = accounts.find(({ id }) => id === to)
  const { chooseAccount } = savingsCopy.move
  if (source === undefined) return { errors: { from: chooseAccount } }
  if (target === undefined || target === source) return { errors: { to: chooseAccount } }
  return { from: source, to: target }
}

type FromAndToProps = {
  values: Sides
  errors: Partial<Sides>
  /** The customer's open accounts. */
  accounts: OwnAccount[]
  onChange: (change: Partial<Sides>) => void
}

/** Two accounts of the customer. When one is chosen on both sides, the other side gives way. */
export function FromAndTo({ values, errors, accounts, onChange }: FromAndToProps) {
  const choose = (side: keyof Sides, id: string) => {
    const other = side === 'from' ? 'to' : 'from'
    onChange({ ...(values[other] === id && { [other]: values[side] }), [side]: id })
  }
  return (['from', 'to'] as const).map((side) => (
    <AccountSelect
      key={side}
      label={savingsCopy.move[side]}
      account={accounts.find(({ id }) => id === values[side]) ?? null}
      accounts={accounts}
      error={errors[side]}
      onChoose={(account) => account !== null && choose(side, account.id)}
    />
  ))
}
