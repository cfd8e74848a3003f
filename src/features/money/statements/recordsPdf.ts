import { brand } from '@/brand'
import { formatDate } from '@/lib/dates'
import { ownerLine, type AccountHolder } from './accountHolder'
import type { Letter } from './letter'
import { letterBlocks, writeLetter } from './letterPdf'
import { footerText, startPdf } from './pdfDocument'
import type { Block, PdfTools } from './pdfText'
import type { Statement } from './statement'
import { statementBlocks, writeStatement } from './statementPdf'

/** All that the bank has written to the holder of an account, oldest first. */
export type Records = AccountRecords & { savings: AccountRecords[]; letters: Letter[] }
type AccountRecords = { account: AccountHolder; statements: Statement[] }

/** All statements and letters as one tagged PDF. */
export async function recordsPdf({ account, statements, savings, letters }: Records, now: Date, tools: PdfTools) {
  const owner: Block = { ...footerText(ownerLine(account)), isOneLine: true }
  const accounts = [{ account, statements }, ...savings]
  const blocks = [
    owner,
    ...accounts.flatMap((one) => one.statements.flatMap((statement) => statementBlocks(statement, one.account))),
    ...letters.flatMap(letterBlocks),
  ]
  const pdf = await startPdf(`${brand.name} statements and letters`, blocks, tools)
  for (const one of accounts) for (const statement of one.statements) writeStatement(pdf, statement, one.account)
  for (const letter of letters) writeLetter(pdf, letter, now)
  return pdf.finish(`${brand.name} statements and letters. Created on ${formatDate(now)}.`, owner)
}
