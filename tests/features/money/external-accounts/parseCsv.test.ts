import { describe, expect, test } from 'vitest'
import { parseFile } from '@/features/money/external-accounts/parseFile'

const parse = (text: string) => parseFile(new TextEncoder().encode(text))

// Files as the banks write them, with other people and figures.
const files: { bank: string; text: string }[] = [
  {
    bank: 'Barclays',
    text:
      'Number,Date,Account,Amount,Subcategory,Memo\r\n' +
      '\t ,05/10/2026,20-00-00 12345678,-12.50,Debit,"TESCO STORES 2041   ON 03 OCT"\r\n' +
      ' ,03/10/2026,20-00-00 12345678,2340.05,Credit,ACME LTD\r\n',
  },
  {
    bank: 'HSBC',
    text: '05/10/2026,TESCO STORES 2041 ON 03 OCT,-12.50\n03/10/2026,ACME LTD,"2,340.05"\n',
  },
  {
    bank: 'HSBC',
    text:
      'Date,Type,Description,Paid out,Paid in,Balance\n' +
      '05 Oct 26,VIS,TESCO STORES 2041 ON 03 OCT,12.50,,2327.55\n03 Oct 26,CR,ACME LTD,,2340.05,2340.05\n',
  },
  {
    bank: 'first direct',
    text:
      'Date,Description,Amount,Balance\n' +
      '05/10/2026,TESCO STORES 2041 ON 03 OCT,-12.5,2327.55\n03/10/2026,ACME LTD,2340.05,2340.05\n',
  },
  ...[
    ['Lloyds', '30-00-00'],
    ['Halifax', '11-00-00'],
    ['Bank of Scotland', '80-00-00'],
    ['TSB', '77-00-00'],
  ].map(([bank = '', sortCode]) => ({
    bank,
    text:
      'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,\n' +
      `05/10/2026,DEB,'${sortCode},12345678,TESCO STORES 2041 ON 03 OCT,12.50,,2327.55,\n` +
      `03/10/2026,FPI,'${sortCode},12345678,ACME LTD,,2340.05,2340.05,\n`,
  })),
  {
    bank: 'NatWest',
    text:
      'Date, Type, Description, Value, Balance, Account Name, Account Number\n\n' +
      '05 Oct 2026,POS,"\'TESCO STORES 2041 ON 03 OCT",-12.50,2327.55,"\'MR A TESTER","\'600000-12345678",\n' +
      '03 Oct 2026,BAC,"\'ACME LTD",2340.05,2340.05,"\'MR A TESTER","\'600000-12345678",\n',
  },
  {
    bank: 'Other bank',
    text:
      'Date;Type;Merchant/Description;Debit/Credit;Balance\n' +
      '05/10/2026;CARD;TESCO STORES 2041 ON 03 OCT;-£12.50;+£2,327.55\n03/10/2026;FPI;ACME LTD;+£2,340.05;+£2,340.05\n',
  },
  {
    bank: 'Nationwide',
    text:
      '"Account Name:","FlexAccount ****12345"\n"Account Balance:","£2327.55"\n"Available Balance: ","£2327.55"\n\n' +
      '"Date","Transaction type","Description","Paid out","Paid in","Balance"\n' +
      '"05 Oct 2026","Visa purchase","TESCO STORES 2041 ON 03 OCT","£12.50","","£2327.55"\n' +
      '"03 Oct 2026","Bank credit","ACME LTD","","£2340.05","£2340.05"\n',
  },
  {
    bank: 'Monzo',
    text:
      'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In\n' +
      'tx_00001,05/10/2026,09:05:00,Card payment,TESCO STORES 2041 ON 03 OCT,🛒,Groceries,-12.50,GBP,-12.50,GBP,,,,TESCO,,-12.50,\n' +
      'tx_00002,03/10/2026,08:00:00,Faster payment,ACME LTD,,Income,2340.05,GBP,2340.05,GBP,"July,\nAugust",,,ACME,,,2340.05\n',
  },
  {
    bank: 'Starling',
    text:
      'Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n' +
      '05/10/2026,TESCO STORES 2041 ON 03 OCT,TESCO,CONTACTLESS,-12.50,2327.55,GROCERIES,\n' +
      '03/10/2026,ACME LTD,SALARY,FASTER PAYMENT,2340.05,2340.05,INCOME,\n',
  },
  {
    bank: 'Revolut',
    text:
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n' +
      'CARD_PAYMENT,Current,2026-10-03 09:05:00,2026-10-05 10:00:00,TESCO STORES 2041 ON 03 OCT,-12.00,0.50,GBP,COMPLETED,2327.55\n' +
      'CARD_PAYMENT,Current,2026-10-06 09:05:00,,COSTA,-3.20,0.00,GBP,PENDING,\n' +
      'TRANSFER,Current,2026-10-03 09:05:00,2026-10-03 09:05:01,ACME LTD,2340.05,0.00,GBP,COMPLETED,2340.05\n',
  },
  {
    bank: 'Co-operative Bank',
    text:
      'Date,Description,Type,Money In,Money Out,Balance\n' +
      '2026-10-05,TESCO STORES 2041 ON 03 OCT,CARD,,12.50,2327.55\n2026-10-03,ACME LTD,CREDIT,2340.05,,2340.05\n',
  },
  {
    bank: 'Metro Bank',
    text:
      'Date,Details,Transaction Type,In,Out,Balance\n' +
      '05/10/2026,TESCO STORES 2041 ON 03 OCT,Card Purchase,0.00,12.50,2327.55\n03/10/2026,ACME LTD,Inward Payment,2340.05,0.00,2340.05\n',
  },
]

describe('a CSV file', () => {
  test.each(files)('a CSV file of $bank is read: $text', ({ bank, text }) => {
    const file = parse(text)
    expect(file.problems).toEqual([])
    expect(file.bank).toBe(bank)
    expect(file.rows).toMatchObject([
      { day: '2026-10-05', amount: -1250, description: 'TESCO STORES 2041 ON 03 OCT' },
      { day: '2026-10-03', amount: 234_005, description: 'ACME LTD' },
    ])
  })

  test('keeps the ids of the bank, and leaves out rows that are not final', () => {
    expect(parse(files.find(({ bank }) => bank === 'Monzo')?.text ?? '').rows.map(({ id }) => id)).toEqual([
      'tx_00001',
      'tx_00002',
    ])
    expect(parse(files.find(({ bank }) => bank === 'Revolut')?.text ?? '').leftOut.pending).toBe(1)
  })

  const header = 'Date,Description,Amount,Balance\n'

  test('names the line and the reason of each row that is broken', () => {
    const file = parse(
      `${header}01/10/2026,"Two\nlines",-1.00,1\n31/02/2026,No such day,-1,1\n\n02/10/2026,No amount,,1\n` +
        '03/10/2026,Three decimals,1.234,1\n04/10/2026,Fine,5,1\n',
    )
    expect(file.rows.map(({ description }) => description)).toEqual(['Two lines', 'Fine'])
    expect(file.problems).toEqual([
      { place: 'Line 4', reason: "'31/02/2026' isn't a date." },
      { place: 'Line 6', reason: "'' isn't an amount." },
      { place: 'Line 7', reason: "'1.234' isn't an amount." },
    ])
  })

  test('a CSV file in another currency has no rows', () => {
    const revolut = files.find(({ bank }) => bank === 'Revolut')
    const file = parse((revolut?.text ?? '').replaceAll('GBP', 'EUR'))
    expect(file.rows).toEqual([])
    expect(file.problems[0]).toEqual({ place: 'Line 2', reason: 'The amount is in EUR, not in pounds.' })
  })

  test.each([
    ['an open quotation mark', `${header}01/10/2026,"Open,1,1\n`, 'Line 2: a quotation mark is not closed.'],
    ['unknown columns', 'Colour,Size\nred,5\n', "We don't know the columns of this file."],
    ['no text', ' \n', 'This file is empty.'],
    ['a PDF', '%PDF-1.7', 'This is a PDF.'],
    ['a spreadsheet', 'PK\u0003\u0004', 'This is a spreadsheet.'],
    ['a page of the web', '<!doctype html><p>Sign in</p>', "This isn't a statement"],
  ])('a CSV file with %s is refused', (_what, text, message) => {
    expect(() => parse(text)).toThrow(message)
  })

  const pounds = 'Date,Description,Paid out,Paid in,Transaction type\n01/10/2026,Café Zoë,£3.20,,Card\n'
  test.each([
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${pounds}`)],
    ['Windows-1252', Uint8Array.from(pounds, (character) => character.charCodeAt(0))],
    ['UTF-16 with a mark', new Uint8Array(Buffer.from(`\uFEFF${pounds}`, 'utf16le'))],
    ['big-endian UTF-16 with a mark', new Uint8Array(Buffer.from(`\uFEFF${pounds}`, 'utf16le').swap16())],
    ['UTF-16 without a mark', new Uint8Array(Buffer.from(pounds, 'utf16le'))],
  ])('a CSV file is read in %s', (_name, bytes) => {
    expect(parseFile(bytes)).toMatchObject({
      bank: 'Nationwide',
      rows: [{ day: '2026-10-01', amount: -320, description: 'Café Zoë' }],
      problems: [],
    })
  })

  test('a CSV file has at most 10 MB and 50,000 rows', () => {
    expect(() => parseFile(new Uint8Array(10_000_001))).toThrow('This file is larger than 10 MB.')
    const rows = (count: number) => header + '01/10/2026,A,-1.00,1\n'.repeat(count)
    expect(parse(rows(50_000)).rows).toHaveLength(50_000)
    expect(() => parse(rows(50_001))).toThrow('This file has more than 50,000 rows.')
  })
})
