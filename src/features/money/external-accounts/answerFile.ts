import { balanceOrder } from './balanceOrder'
import type { Balance, FileRow, Question, StatementFile } from './statementFile'

/** What the customer says of a file: whether its months come first, and whether its amounts are the other way round. */
export type Answers = Partial<Record<Question, boolean>>

/** The rows and the last balance of a file, with the customer's answers. */
export function answerFile(
  { rows: read, balance }: Pick<StatementFile, 'rows' | 'balance'>,
  answers: Answers,
): { rows: FileRow[]; balance?: Balance } {
  const rows = read.map((row) => ({
    ...row,
    ...(answers.dayOrder === true && { day: monthFirst(row.day) }),
    ...(answers.direction === true && { amount: -row.amount }),
  }))
  const last = balance ?? lastBalance(rows)
  return { rows, ...(last !== undefined && { balance: last }) }
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
