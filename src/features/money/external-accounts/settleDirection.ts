import { balanceOrder } from './balanceOrder'
import { noDirection, type FileRow, type StatementFile } from './statementFile'

/**
 * Some files have purchases as positive amounts. Most rows of an account are money out, and its balance falls with them: a file
 * that contradicts one of the two leaves a question, and a file that contradicts both has its amounts the other way round.
 */
export function settleDirection(file: StatementFile): void {
  const accounts = new Set(file.rows.map(({ account }) => account))
  const unclear = [...accounts].filter((account) => {
    const rows = file.rows.filter((row) => row.account === account)
    const unknown = signByBalances(rows)
    if (unknown === null) return isUnclear(rows)
    file.rows = file.rows.filter((row) => row !== unknown)
    file.problems.push({ place: `Row of ${unknown.day}`, ...noDirection })
    return false
  })
  if (unclear.length > 0) file.questions.push('direction')
}

function isUnclear(rows: FileRow[]): boolean {
  const isMostlyIn = rows.filter(({ amount }) => amount > 0).length * 2 > rows.length
  const order = rows.length > 1 ? balanceOrder(rows) : null
  if (order?.risesWithMoneyOut !== true) return isMostlyIn
  if (!isMostlyIn) return true
  for (const row of rows) row.amount = -row.amount
  return false
}

/**
 * Amounts without a sign take it from the balances, if these rise and fall by them. The oldest row has no balance before it: it is
 * returned. Null: the balances do not tell.
 */
function signByBalances(rows: FileRow[]): FileRow | null {
  if (rows.length < 3 || rows.some(({ amount, balance }) => amount < 0 || balance === undefined)) return null
  const isNewestFirst = (rows[0]?.day ?? '') >= (rows.at(-1)?.day ?? '')
  // Equal amounts can fit in both orders.
  for (const oldestFirst of isNewestFirst ? [rows.toReversed(), rows] : [rows, rows.toReversed()]) {
    const changes = oldestFirst
      .map(({ balance = 0 }, place) => balance - (oldestFirst[place - 1]?.balance ?? 0))
      .slice(1)
    const fits = changes.every((change, place) => Math.abs(change) === oldestFirst[place + 1]?.amount)
    if (!fits || !changes.some((change) => change > 0) || !changes.some((change) => change < 0)) continue
    for (const [place, change] of changes.entries()) {
      const row = oldestFirst[place + 1]
      if (row !== undefined) row.amount = change
    }
    return oldestFirst[0] ?? null
  }
  return null
}
