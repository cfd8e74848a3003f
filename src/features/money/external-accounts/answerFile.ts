import { balanceOrder } from './balanceOrder'
import type { Balance, FileRow, Question, StatementFile } from './statementFile'

/** What the customer says of a file: whether its months come first, and whether its amounts are the other way round. */
export type Answers = Partial<Record<Question, boolean>>

/** The rows and the last balance of an account in a file, with the customer's answers. */
export function answerFile(
  { rows: read, balance, accounts = [] }: Pick<StatementFile, 'rows' | 'balance' | 'accounts'>,
  answers: Answers,
  account?: string,
): { rows: FileRow[]; balance?: Balance } {
  const areSomeUnsure = read.some(({ isUnsure }) => isUnsure)
  const rows = read
    .filter((row) => account === undefined || row.account === account)
    .map((row) => ({
      ...row,
      ...(answers.dayOrder === true && { day: monthFirst(row.day) }),
      ...(answers.direction === true && (row.isUnsure === true || !areSomeUnsure) && { amount: -row.amount }),
    }))
  const last = accounts.find(({ name }) => name === account)?.balance ?? balance ?? lastBalance(rows)
  return { rows, ...(last !== undefined && { balance: last }) }
}

/** Whether the balances of an account follow from its rows. Null: the file has too few balances. */
export function addsUp({ accounts = [] }: StatementFile, rows: FileRow[], account: string | undefined): boolean | null {
  const part = accounts.find(({ name }) => name === account)
  return rowsAddUp(rows) ?? totalAddsUp(rows, part?.opening, part?.balance)
}

/** A day whose month and day were read the other way round. */
const monthFirst = (day: string) => day.replace(/-(\d{2})-(\d{2})$/, '-$2-$1')

/** Undefined if the balances of the file do not follow from its amounts. */
function lastBalance(rows: FileRow[]): Balance | undefined {
  const order = balanceOrder(rows)
  if (order === null) return undefined
  const newest = order.isNewestFirst ? rows[0] : rows.at(-1)
  if (newest?.balance === undefined) return undefined
  // A card's balance that rises when money goes out is what is owed.
  return { day: newest.day, pence: order.risesWithMoneyOut ? -newest.balance : newest.balance }
}

/** Some files have a balance in the last row of each day only. */
function rowsAddUp(rows: FileRow[]): boolean | null {
  if (rows.filter(({ balance }) => balance !== undefined).length < 2) return null
  return [rows, rows.toReversed()].some((oldestFirst) =>
    [1, -1].some((sign) => {
      let expected: number | null = null
      return oldestFirst.every(({ amount, balance }) => {
        if (expected !== null) expected += sign * amount
        if (balance === undefined) return true
        const fits: boolean = expected === null || expected === balance
        expected = balance
        return fits
      })
    }),
  )
}

function totalAddsUp(rows: FileRow[], opening: number | undefined, closing: Balance | undefined): boolean | null {
  if (opening === undefined || closing === undefined) return null
  return opening + rows.reduce((sum, { amount }) => sum + amount, 0) === closing.pence
}
