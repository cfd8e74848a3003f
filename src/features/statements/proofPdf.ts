import { brand } from '@/brand'
import type { Account } from '@/features/accounts/queries'
import { formatDay, londonDay, longMonthName } from '@/lib/dates'
import { page, startPdf, textWidth } from './pdfDocument'
import { writeFact } from './pdfFact'
import { lineHeight, type Block, type PdfTools } from './pdfText'

export type AccountHolder = Pick<Account, 'holderName' | 'sortCode' | 'accountNumber'>

/** A letter that confirms that the customer has the account, as a tagged PDF. `openedIn` is a month ('YYYY-MM'). */
export async function proofPdf(account: AccountHolder, openedIn: string, now: Date, tools: PdfTools) {
  const holder: Block = { text: account.holderName, size: 10, weight: 'regular', width: textWidth - 120 }
  const pdf = await startPdf(`${brand.name} proof of account`, [holder], tools)
  pdf.addPage()
  let y: number = page.margin
  const write = (tag: string, text: string, size = 10, gap = 12, colour: 'ink' | 'muted' | 'brand' = 'ink') => {
    const block: Block = { text, size, weight: size > 10 ? 'bold' : 'regular', width: textWidth }
    pdf.write(pdf.open(tag), block, page.margin, y, { colour })
    y += pdf.linesOf(block).length * lineHeight(size) + gap
  }
  write('P', brand.name, 14, 24, 'brand')
  write('P', formatDay(londonDay(now)), 10, 24, 'muted')
  write('H1', 'Proof of account', 18, 16)
  write('P', 'To whom it may concern,')
  write('P', `We confirm that the person named below holds a current account with ${brand.name}.`, 10, 16)
  const facts = [
    { name: 'Account holder', value: holder },
    { name: 'Account type', value: { ...holder, text: 'Personal current account in pounds sterling' } },
    { name: 'Sort code', value: { ...holder, text: account.sortCode } },
    { name: 'Account number', value: { ...holder, text: account.accountNumber } },
    { name: 'Open since', value: { ...holder, text: longMonthName(openedIn) } },
  ]
  for (const { name, value } of facts) y = writeFact(pdf, name, value, y)
  y += 16
  write('P', 'This letter says nothing about the balance. The account holder created it in the app from our records.')
  write('P', `Questions about this letter: ${brand.supportEmail}`, 10, 16)
  write('P', brand.name)
  return pdf.finish(`${brand.name} proof of account. Created on ${formatDay(londonDay(now))}.`)
}
