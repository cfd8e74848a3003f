import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addsUp, answerFile } from '@/features/money/external-accounts/answerFile'
import { keyedRows } from '@/features/money/external-accounts/keyedRows'
import { parseFile } from '@/features/money/external-accounts/parseFile'

// What a file says about account, currency, state, direction and id is used, or asked, or its row is left out and counted.

const parse = (text: string) => parseFile(new TextEncoder().encode(text))
const fixture = (name: string) => parseFile(readFileSync(`tests/fixtures/statements/${name}`))
const csv = (...lines: string[]) => parse(lines.join('\n'))
const ofx = (...rows: string[]) =>
  parse(
    `OFXHEADER:100\n<OFX><STMTRS><CURDEF>GBP<BANKTRANLIST>${rows
      .map((row) => row.split(' '))
      .map(([type, amount]) => `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20261102<TRNAMT>${amount}<NAME>A</STMTTRN>`)
      .join('')}</BANKTRANLIST></STMTRS></OFX>`,
  )
const amountsOf = (file: ReturnType<typeof parse>) => file.rows.map(({ amount }) => amount)

describe('the account', () => {
  test.each([
    [
      'an OFX file',
      fixture('ofx-two-accounts.ofx'),
      [
        ['11112222', 3, 81_244],
        ['33334444', 2, 950_321],
      ],
    ],
    [
      'a CAMT.053 file',
      fixture('camt-two-accounts.xml'),
      [
        ['11112222', 1, 30_000],
        ['99998888', 1, 900_000],
      ],
    ],
  ])('%s with two accounts keeps them and their balances apart', (_what, file, expected) => {
    const found = file.accounts?.map(({ name }) => {
      const { rows, balance } = answerFile(file, {}, name)
      return [name, rows.length, balance?.pence]
    })
    expect(found).toEqual(expected)
    expect(file.balance).toBeUndefined()
  })

  test.each([
    [
      'the products of Revolut',
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'TOPUP,Current,2026-11-01 10:00:00,2026-11-01 10:00:00,Top-up,100.00,0.00,GBP,COMPLETED,100.00',
      'TRANSFER,Savings,2026-11-02 10:00:00,2026-11-02 10:00:00,To pot,50.00,0.00,GBP,COMPLETED,50.00',
      ['Current', 'Savings'],
    ],
    [
      'the accounts of Lloyds',
      'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
      "02/11/2026,DEB,'30-00-00,11112222,SHOP,5.00,,95.00",
      "03/11/2026,FPI,'30-00-00,33334444,PAY,,5.00,105.00",
      ['30-00-00 11112222', '30-00-00 33334444'],
    ],
    [
      'the accounts of Barclays',
      'Number,Date,Account,Amount,Subcategory,Memo',
      ' ,05/11/2026,20-00-00 12345678,-12.50,Debit,SHOP',
      ' ,06/11/2026,20-00-00 87654321,-1.50,Debit,SHOP',
      ['20-00-00 12345678', '20-00-00 87654321'],
    ],
    [
      'the accounts of an unknown bank',
      'Date,Account Number,Description,Amount',
      '25/11/2026,11112222,SHOP,-12.50',
      '26/11/2026,33334444,SHOP,-1.50',
      ['11112222', '33334444'],
    ],
  ])('%s stay apart', (_what, header, first, second, names) => {
    const file = csv(header, first, second)
    expect(file.problems).toEqual([])
    expect(file.accounts?.map(({ name }) => name)).toEqual(names)
  })
})

describe('the currency', () => {
  test.each([
    ['Wise', fixture('csv-wise-eur.csv'), 'EUR', 2],
    [
      'a bank with a column',
      csv('Date,Description,Amount,Currency', '25/11/2026,A,-1.00,USD', '26/11/2026,B,-2.00,GBP'),
      'USD',
      1,
    ],
    ['a bank whose header names it', csv('Date,Description,Amount (EUR)', '25/11/2026,A,-1.00'), 'EUR', 1],
    [
      'Starling in euros',
      csv(
        'Date,Counter Party,Reference,Type,Amount (EUR),Balance (EUR),Spending Category',
        '25/11/2026,A,B,C,-1.00,5.00,D',
      ),
      'EUR',
      1,
    ],
  ])('rows of %s that are not in pounds are left out with the reason', (_what, file, currency, count) => {
    expect(file.problems).toHaveLength(count)
    expect(file.problems[0]?.reason).toBe(`The amount is in ${currency}, not in pounds.`)
    expect(file.rows.every(({ description }) => description === 'B')).toBe(true)
  })

  test('an account of an OFX file in euros is left out beside one in pounds', () => {
    const text = readFileSync('tests/fixtures/statements/ofx-two-accounts.ofx', 'utf8')
    const at = text.lastIndexOf('GBP')
    const file = parse(`${text.slice(0, at)}EUR${text.slice(at + 3)}`)
    expect(file.accounts?.map(({ name }) => name)).toEqual(['11112222'])
    expect(file.problems.map(({ reason }) => reason)).toEqual(Array(2).fill('The amount is in EUR, not in pounds.'))
  })
})

describe('the state', () => {
  test('pending and declined rows do not count, whatever the bank calls them', () => {
    const file = csv(
      'Date,Description,Amount,Status',
      '25/11/2026,A,-1.00,Completed',
      '25/11/2026,B,-2.00,PENDING',
      '25/11/2026,C,-3.00,Declined',
      '25/11/2026,D,-4.00,authorised',
      '25/11/2026,E,-5.00,REVERTED',
      '25/11/2026,F,-6.00,failed',
    )
    expect(amountsOf(file)).toEqual([-100])
    expect(file.leftOut).toEqual({ pending: 2, zero: 0, opening: 0, declined: 3 })
  })
})

describe('the direction', () => {
  test.each([
    ['a column of DR and CR', fixture('csv-flag-dr-cr.csv'), [-4210, -11_800, 6000, 185_000, -64_000]],
    ['Debit and Credit columns', fixture('csv-debit-credit.csv'), [-4210]],
    ["Virgin Money's card", fixture('csv-virgin-card.csv'), [-4210, 30_000]],
    [
      'a flag behind the amount',
      csv('Date,Description,Amount', '25/11/2026,A,5.00 DR', '26/11/2026,B,7.00 CR', '27/11/2026,C,1.00 DR'),
      [-500, 700, -100],
    ],
    ['words', csv('Date,Details,Amount,Direction', '25/11/2026,A,5.00,OUT', '26/11/2026,B,7.00,IN'), [-500, 700]],
    [
      'Withdrawals and Deposits',
      csv('Date,Narrative,Withdrawals,Deposits', '25/11/2026,A,5.00,', '26/11/2026,B,,7.00'),
      [-500, 700],
    ],
    [
      'an OFX file without signs, by its types',
      ofx('DEBIT 12.50', 'DIRECTDEBIT 30.00', 'CREDIT 1850.00'),
      [-1250, -3000, 185_000],
    ],
    // The amounts of OFX have a sign by definition: a refund, cash paid in, and a payment to a card are money in.
    [
      'an OFX file with money in alone',
      ofx('POS 12.50', 'ATM 30.00', 'PAYMENT 300.00', 'INT 1.05'),
      [1250, 3000, 30_000, 105],
    ],
    ['an OFX file with one minus', ofx('DEBIT 12.50', 'POS -30.00'), [1250, -3000]],
    [
      'a file whose money in has a plus',
      csv('Date,Description,Amount', '25/11/2026,A,+5.00', '26/11/2026,B,+7.00'),
      [500, 700],
    ],
    [
      'a file whose money in has CR',
      csv('Date,Description,Amount', '25/11/2026,A,5.00 CR', '26/11/2026,B,7.00CR'),
      [500, 700],
    ],
    [
      'the file of a known bank with money in alone',
      csv(
        'Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category',
        '25/11/2026,A,B,C,1.00,5.00,D',
      ),
      [100],
    ],
    [
      'the sign, where the same word has both',
      csv(
        'Date,Description,Type,Amount',
        '25/11/2026,SHOP,Debit,-5.00',
        '26/11/2026,REFUND,Debit,3.00',
        '27/11/2026,CAFE,Debit,-1.00',
      ),
      [-500, 300, -100],
    ],
    [
      'the word, where the signs are those of a card',
      csv('Date,Description,Type,Amount', '25/11/2026,SHOP,Debit,5.00', '26/11/2026,PAYMENT,Credit,-30.00'),
      [-500, 3000],
    ],
  ])('%s says which rows are money out', (_what, file, amounts) => {
    expect(amountsOf(file)).toEqual(amounts)
    expect(file.problems).toEqual([])
    expect(file.questions).not.toContain('direction')
  })

  test('amounts without a sign take it from the balances, and the one that has none before it is left out', () => {
    const file = csv(
      'Date,Description,Amount,Balance',
      '25/11/2026,A,10.00,110.00',
      '26/11/2026,B,30.00,80.00',
      '27/11/2026,C,50.00,130.00',
    )
    expect(amountsOf(file)).toEqual([-3000, 5000])
    expect(file.problems).toEqual([
      { place: 'Row of 2026-11-25', reason: "The file doesn't say if this is money in or out." },
    ])
    expect(file.questions).toEqual([])
  })

  test('a row whose word is missing, or is contradicted by its sign, is left out with the reason', () => {
    const file = csv(
      'Date,Description,Amount,DR/CR',
      '25/11/2026,A,5.00,DR',
      '26/11/2026,B,7.00,CR',
      '27/11/2026,C,9.00,',
      '28/11/2026,D,-3.00,CR',
    )
    expect(amountsOf(file)).toEqual([-500, 700])
    expect(file.problems).toEqual([
      { place: 'Line 4', reason: "The file doesn't say if this is money in or out." },
      { place: 'Line 5', reason: "The file doesn't say if this is money in or out." },
    ])
    expect(file.questions).toEqual([])
  })

  test('an OFX file without signs is asked about the rows whose type does not tell, and only these turn', () => {
    const file = ofx('DEBIT 12.50', 'POS 30.00', 'CREDIT 1850.00')
    expect(file.questions).toEqual(['direction'])
    expect(answerFile(file, { direction: false }).rows.map(({ amount }) => amount)).toEqual([-1250, 3000, 185_000])
    expect(answerFile(file, { direction: true }).rows.map(({ amount }) => amount)).toEqual([-1250, -3000, 185_000])
  })

  test('balances that fit in both orders are read in the order of the days', () => {
    const rows = ['25/11/2026,A,10.00,100.00', '26/11/2026,B,10.00,90.00', '27/11/2026,C,10.00,100.00']
    const header = 'Date,Description,Amount,Balance'
    const signs = (file: ReturnType<typeof parse>) => file.rows.map(({ description, amount }) => [description, amount])
    expect(signs(csv(header, ...rows))).toEqual([
      ['B', -1000],
      ['C', 1000],
    ])
    expect(signs(csv(header, ...rows.toReversed()))).toEqual([
      ['C', 1000],
      ['B', -1000],
    ])
  })

  test('money in alone is asked about in the file of an unknown bank, because a card may write its purchases so', () => {
    const file = csv('Date,Description,Amount', '25/11/2026,A,5.00', '26/11/2026,B,7.00')
    expect(file.questions).toEqual(['direction'])
    expect(amountsOf(file)).toEqual([500, 700])
  })

  test('a card whose purchases are positive is asked about', () => {
    const file = csv(
      'Date,Description,Card Member,Account #,Amount',
      '25/11/2026,SHOP,MR A,-1001,5.00',
      '26/11/2026,CAFE,MR A,-1001,7.00',
    )
    expect(file.bank).toBe('American Express')
    expect(file.questions).toEqual(['direction'])
  })
})

describe('the decimal mark', () => {
  const amounts = (...texts: string[]) =>
    csv('Date;Description;Amount', ...texts.map((text) => `25/11/2026;A;${text}`), '25/11/2026;A;-7')

  test.each([
    ['a German file', ['-1.500', '-12,50', '-1.234', '-1.500,00'], [-150_000, -1250, -123_400, -150_000]],
    ['an English file', ['-1.500', '-12.50', '-1,500', '-1,234.50'], [-150, -1250, -150_000, -123_450]],
    ['a file with four decimals', ['-1.5000', '-1.500'], [-150, -150]],
    ['a file with three decimals', ['-0.500', '-1500.000', '-1.500'], [-50, -150_000, -150]],
    ['a file with millions', ['-1.234.567', '-1.500'], [-123_456_700, -150_000]],
  ])('%s is read with its own', (_what, texts, expected) => {
    const file = amounts(...texts)
    expect(file.problems).toEqual([])
    expect(amountsOf(file)).toEqual([...expected, -700])
  })

  test.each([
    ['no other amount tells', ['-1.500'], '-1.500'],
    ['the others contradict each other', ['-1.500', '-12,50', '-12.50'], '-1.500'],
    ['a German file has three digits after a comma', ['-1,500', '-12,50'], '-1,500'],
  ])('an amount that can be two is left out where %s', (_what, texts, unclear) => {
    const file = amounts(...texts)
    expect(file.problems).toEqual([{ place: 'Line 2', reason: `'${unclear}' can be £1.50 or £1,500.00.` }])
    expect(amountsOf(file)).toHaveLength(texts.length)
  })

  test('a QIF file is read with its own', () => {
    const qif = (...texts: string[]) =>
      parse(`!Type:Bank\n${texts.map((text) => `D27/02/2026\nPA\nT${text}\n^\n`).join('')}`)
    expect(amountsOf(qif('-1.500', '-12,50'))).toEqual([-150_000, -1250])
    expect(qif('-1.500').problems).toEqual([{ place: 'Line 2', reason: "'-1.500' can be £1.50 or £1,500.00." }])
  })
})

describe('the id', () => {
  test('a second month that uses the ids of the first one again is new', () => {
    const keys = ['ofx-month-1.ofx', 'ofx-month-2.ofx'].flatMap((name) =>
      keyedRows(fixture(name).rows).map(({ key }) => key),
    )
    expect(new Set(keys).size).toBe(6)
  })
})

describe('the delimiter', () => {
  test.each([
    ['semicolons in few texts', 'Date,Description,Amount\n25/11/2026,A; B; C; D; E,-1.00\n', 'A; B; C; D; E'],
    [
      'commas in texts between semicolons',
      'Date;Description;Amount\n25.11.2026;A, B, C, D, E;-1,00\n',
      'A, B, C, D, E',
    ],
    ['tabs', 'Date\tDescription\tAmount\n25/11/2026\tA, B; C\t-1.00\n', 'A, B; C'],
    ['bars', 'Date|Description|Amount\n25/11/2026|A, B|-1.00\n', 'A, B'],
    ['commas in quotes', 'Date,Description,Amount\n25/11/2026,"A; B, C; D",-1.00\n', 'A; B, C; D'],
    ['semicolons in a file without a header', '25/11/2026,A; B; C,-1.00\n26/11/2026,D,-2.00\n', 'A; B; C'],
  ])('a file with %s is read', (_what, text, description) => {
    const file = parse(text)
    expect(file.problems).toEqual([])
    expect(file.rows[0]).toMatchObject({ day: '2026-11-25', amount: -100, description })
  })
})

describe('a file without a header', () => {
  test("Barclaycard's columns are found by what is in them", () => {
    const file = csv(
      '02 Nov 26,GROCER HILL ST LEEDS,Visa,MR A TESTER,Groceries,,42.10',
      '05 Nov 26,CAFE SIAN BANGOR,Visa,MR A TESTER,Eating out,,13.03',
      '20 Nov 26,PAYMENT THANK YOU,Visa,MR A TESTER,Payment,300.00,',
    )
    expect(file.rows).toMatchObject([
      { day: '2026-11-02', amount: -4210, description: 'GROCER HILL ST LEEDS' },
      { day: '2026-11-05', amount: -1303 },
      { day: '2026-11-20', amount: 30_000 },
    ])
    expect(file.problems).toEqual([])
  })

  test('one column of amounts that are mostly positive is asked about', () => {
    const file = csv(
      '02 Nov 26,GROCER,MR A,Food,42.10',
      '05 Nov 26,CAFE,MR A,Food,13.03',
      '20 Nov 26,PAYMENT,MR A,,-300.00',
    )
    expect(file.questions).toEqual(['direction'])
    expect(amountsOf(file)).toEqual([4210, 1303, -30_000])
  })

  test('columns that can be read in two ways are refused', () => {
    expect(() => csv('02 Nov 26,GROCER,42.10,13.03,7.00', '05 Nov 26,CAFE,1.00,2.00,3.00')).toThrow(
      "We don't know the columns",
    )
  })
})

describe('the balances', () => {
  test('are said to add up, or not', () => {
    const file = fixture('csv-flag-dr-cr.csv')
    expect(addsUp(file, file.rows, undefined)).toBe(true)
    expect(addsUp(file, file.rows.toSpliced(2, 1), undefined)).toBe(false)
    expect(addsUp(file, file.rows.slice(0, 1), undefined)).toBeNull()
  })

  test('of CAMT.053 are compared from the opening to the closing one', () => {
    const text = readFileSync('tests/fixtures/statements/camt-two-accounts.xml', 'utf8')
    const opening = (amount: string) =>
      parse(
        text.replace(
          '<Bal>',
          `<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt></Bal><Bal>`,
        ),
      )
    const isWhole = (file: ReturnType<typeof parse>) => addsUp(file, answerFile(file, {}, '11112222').rows, '11112222')
    expect(isWhole(opening('1000.00'))).toBe(true)
    expect(isWhole(opening('999.00'))).toBe(false)
    expect(isWhole(fixture('camt-two-accounts.xml'))).toBeNull()
  })
})

test('texts of OFX are decoded, also those in CDATA and those encoded twice', () => {
  expect(fixture('ofx-entities.ofx').rows.map(({ description }) => description)).toEqual([
    'BREAD & BUTTER',
    'EE & T-MOBILE',
    'TWICE & ENCODED',
    'IN CDATA & CO',
    "O'BRIEN £5 £",
    'PAYEE IN AGGREGATE',
  ])
})

test('a time with a zone counts on its day in London', () => {
  expect(fixture('ofx-times.ofx').rows.map(({ day }) => day)).toEqual([
    '2026-07-01',
    '2026-07-01',
    '2026-07-01',
    '2026-03-29',
  ])
})

test('an MT940 file is refused with the formats that are read', () => {
  expect(() => fixture('statement.sta')).toThrow('Save it as CSV, OFX or CAMT')
  expect(() => parse('{1:F01BANKGB2LXXXX0000000000}{2:O940}{4:\n:20:1\n-}')).toThrow('MT940')
})
