import { balanceOrder } from './balanceOrder'
import type { StatementFile } from './statementFile'

/**
 * Some files have purchases as positive amounts. Most rows of an account are money out, and its balance falls with them: a file
 * that contradicts one of the two leaves a question, and a file that contradicts both has its amounts the other way round.
 */
export function settleDirection(file: StatementFile): void {
  const { rows } = file
  const isMostlyIn = rows.filter(({ amount }) => amount > 0).length * 2 > rows.length
  const order = rows.length > 1 ? balanceOrder(rows) : null
  if (order?.risesWithMoneyOut === true && isMostlyIn) for (const row of rows) row.amount = -row.amount
  else if (isMostlyIn || order?.risesWithMoneyOut === true) file.questions.push('direction')
}
