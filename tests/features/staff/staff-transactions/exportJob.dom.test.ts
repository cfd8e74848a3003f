import '../../../testEnv'
import { describe, expect, test } from 'vitest'
import { addPage, exportFileName, startExport } from '@/features/staff/staff-transactions/exportJob'
import { noFilter } from '@/features/staff/staff-transactions/filter'
import type { StaffTransaction } from '@/features/staff/staff-transactions/readTransactions'
import { aStaffTransaction } from './aStaffTransaction'

const place = { after: '2026-11-20T10:00:00.000001+00:00', afterId: 'transaction-9' }
const header = '\uFEFFDate,User Email,From Account,To Account,Sort Code,Recipient,Reference,Amount,Status\r\n'

/** The line of a single row. */
const line = (change: Partial<StaffTransaction>) =>
  addPage(startExport(noFilter), { transactions: [aStaffTransaction(change)], next: null }).parts[1]

describe('an export', () => {
  test('an export has a header and a line for every row of each page', () => {
    const started = startExport(noFilter)
    expect(started).toMatchObject({ parts: [header], rowCount: 0, next: null, status: 'unfinished' })

    const first = addPage(started, { transactions: [aStaffTransaction()], next: place })
    expect(first).toMatchObject({ rowCount: 1, next: place, reached: place.after, status: 'unfinished' })

    const incoming = aStaffTransaction({ incoming: true, amount: 5, reversedAt: '2026-11-21T10:00:00+00:00' })
    const second = addPage(first, { transactions: [incoming], next: null })
    expect(second).toMatchObject({ rowCount: 2, next: null, status: 'complete' })
    expect(second.parts.join('')).toBe(
      header +
        '2026-11-21 09:05,priya@example.test,24682468,40318826,12-01-14,Mill Lane Lettings,RENT FLAT 4,-925.00,completed\r\n' +
        '2026-11-21 09:05,priya@example.test,24682468,40318826,12-01-14,Mill Lane Lettings,RENT FLAT 4,0.05,Reversed\r\n',
    )
    // The earlier state is unchanged, because the export may have to continue from it.
    expect(first.parts).toHaveLength(2)
  })

  test('continues after an empty page', () => {
    const job = addPage(startExport(noFilter), { transactions: [], next: place })
    expect(job).toMatchObject({ rowCount: 0, reached: place.after, status: 'unfinished' })
    expect(job.parts.join('')).toBe(header)
  })

  test('an export is full at the row limit of a spreadsheet, unless that was the last row', () => {
    const page = { transactions: [aStaffTransaction(), aStaffTransaction()], next: place }
    expect(addPage(startExport(noFilter), page, 2).status).toBe('full')
    expect(addPage(startExport(noFilter), page, 3).status).toBe('unfinished')
    expect(addPage(startExport(noFilter), { ...page, next: null }, 2).status).toBe('complete')
  })

  test.each(['=1+1', '+1', '-1', '@x', '\tx', '＝1'])('escapes the formula %j', (text) => {
    expect(line({ userEmail: text, recipient: text, reference: text, status: text })).toBe(
      `2026-11-21 09:05,'${text},24682468,40318826,12-01-14,'${text},'${text},-925.00,'${text}\r\n`,
    )
  })

  test('leaves unknown values empty', () => {
    expect(line({ userEmail: null, fromAccount: null, reference: null })).toBe(
      '2026-11-21 09:05,,,40318826,12-01-14,Mill Lane Lettings,,-925.00,completed\r\n',
    )
  })

  test('shows London time', () => {
    expect(line({ createdAt: '2026-07-03T23:30:00+00:00' })).toMatch(/^2026-07-04 00:30,/)
  })

  test('names its file by the day', () => {
    expect(exportFileName('2026-11-21')).toBe('user-transactions-2026-11-21.csv')
  })
})
