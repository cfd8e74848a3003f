import { describe, expect, test } from 'vitest'
import { answerFile, type Answers } from '@/features/money/external-accounts/answerFile'
import { parseFile } from '@/features/money/external-accounts/parseFile'

const parse = (text: string) => parseFile(new TextEncoder().encode(text))
const answered = (text: string, answers: Answers = {}) => answerFile(parse(text), answers)

const qif = (...records: string[]) => `!Type:Bank\n${records.map((record) => `${record}\n^\n`).join('')}`
const shop = 'D27/02/2026\nPCorner Shop\nT-12.50'

describe('a QIF file', () => {
  // As UK banks write it, and as Quicken does.
  test('reads a file of a bank, with its memo, thousands separators and the amounts of splits', () => {
    const file = parse(
      qif(
        'D27/02/2026\r\nPRevolut**1221*\r\nT-20.00\r',
        'D26/02/2026\nT1,018.06\nN000123\nPACME LTD\nMSALARY\nLIncome:Net Pay',
        "D26/02/2026\nU-1'150.00\nT-1'150.00\nPStore\nSFood\n$-1'100.00\nEFood\nSHousehold\n$-50.00",
        'D25/02/2026\nT(3.20)\nMOnly a memo',
      ),
    )
    expect(file).toMatchObject({ bank: 'Other bank', problems: [], questions: [] })
    expect(file.rows).toEqual([
      { day: '2026-02-27', amount: -2000, description: 'Revolut**1221*' },
      { day: '2026-02-26', amount: 101_806, description: 'ACME LTD SALARY' },
      { day: '2026-02-26', amount: -115_000, description: 'Store' },
      { day: '2026-02-25', amount: -320, description: 'Only a memo' },
    ])
    expect(answerFile(file, {}).balance).toBeUndefined()
  })

  test.each([
    ["1/31'26", '2026-01-31'],
    ["31/ 1'26", '2026-01-31'],
    ["31/ 1'2026", '2026-01-31'],
    ["28.02'2009", '2009-02-28'],
    ['31-01-98', '1998-01-31'],
    ['2026-01-31', '2026-01-31'],
    ['20260131', '2026-01-31'],
  ])('reads the day %j as %s', (text, day) => {
    expect(parse(qif(`D${text}\nT-1.00\nPA`)).rows).toMatchObject([{ day }])
  })

  test('leaves out lists, investments and opening balances', () => {
    const file = parse(
      "!Option:AutoSwitch\n!Account\nNMy account\nTBank\n^\n!Clear:AutoSwitch\n!Type:Cat\nNFood\nE\n^\n!Type:Memorized\nKD\nT5.00\nPX\n^\n!Account\nNMy account\nTBank\n^\n!Type:Bank\nD13/ 1'26\nT1,000.00\nCX\nPOpening Balance\nL[My account]\n^\n" +
        "D14/ 1'26\nT0.00\nPNothing\n^\nD15/ 1'26\nT-1.00\nPShop",
    )
    expect(file.rows).toEqual([{ day: '2026-01-15', amount: -100, description: 'Shop' }])
    expect(file.leftOut).toEqual({ pending: 0, zero: 1, opening: 1 })
  })

  test.each([
    [
      'two accounts',
      `!Account\nNOne\n^\n${qif(shop)}!Account\nNTwo\n^\n${qif(shop)}`,
      'This file has more than one account.',
    ],
    ['only investments', '!Type:Invst\nD27/02/2026\nNBuy\nT1.00\n^\n', 'This file has no current'],
  ])('refuses a file with %s', (_what, text, message) => {
    expect(() => parse(text)).toThrow(message)
  })

  test('names the line and the reason of each broken record', () => {
    const file = parse(qif('D31/02/2026\nT-1.00', shop, 'D27/02/2026\nPNo amount', 'T-1.00', 'D27/02/2026\nT1.234.56'))
    expect(file.rows).toHaveLength(1)
    expect(file.problems).toEqual([
      { place: 'Line 2', reason: "'31/02/2026' isn't a date." },
      { place: 'Line 9', reason: "'' isn't an amount." },
      { place: 'Line 12', reason: "'' isn't a date." },
      { place: 'Line 14', reason: "'1.234.56' isn't an amount." },
    ])
  })

  const unclear = qif('D05/10/2026\nT-12.50\nPCorner Shop', 'D03/10/2026\nT-3.20\nPCosta')

  test('asks for the order of day and month only where no date of the file tells it', () => {
    expect(parse(unclear).questions).toEqual(['dayOrder'])
    expect(answered(unclear, { dayOrder: false }).rows.map(({ day }) => day)).toEqual(['2026-10-05', '2026-10-03'])
    expect(answered(unclear, { dayOrder: true }).rows.map(({ day }) => day)).toEqual(['2026-05-10', '2026-03-10'])
    expect(parse(qif('D05/10/2026\nT-1.00\nPA', 'D10/13/2026\nT-1.00\nPA'))).toMatchObject({
      questions: [],
      rows: [{ day: '2026-05-10' }, { day: '2026-10-13' }],
    })
    expect(parse(qif('D05/05/2026\nT-1.00\nPA')).questions).toEqual([])
    expect(parse(qif('D05/10/2026\nT-1.00\nPA', 'D2026-10-06\nT-1.00\nPA')).questions).toEqual([])
  })

  test('asks which way round the amounts are only where most of them are money in', () => {
    const card = qif(
      'D27/02/2026\nT12.50\nPCorner Shop',
      'D26/02/2026\nT3.20\nPCosta',
      'D25/02/2026\nT-15.70\nPPayment',
    )
    expect(parse(card).questions).toEqual(['direction'])
    expect(answered(card, { direction: false }).rows.map(({ amount }) => amount)).toEqual([1250, 320, -1570])
    expect(answered(card, { direction: true }).rows.map(({ amount }) => amount)).toEqual([-1250, -320, 1570])
    expect(parse(qif(shop)).questions).toEqual([])
  })
})

const santander = (...rows: [string, string, string, string][]) =>
  'From:\u00a001/09/2026\u00a0to\u00a030/10/2026\r\n\r\nAccount:\u00a0XXXX\u00a0XXXX\u00a0XXXX\u00a09185\r\n\r\n' +
  rows
    .map(
      ([day, text, amount, balance]) =>
        `Date:\u00a0${day}\r\nDescription:\u00a0${text}\r\nAmount:\u00a0${amount}\u00a0\r\nBalance:\u00a0${balance}\u00a0\r\n\r\n`,
    )
    .join('')

describe("Santander's text file", () => {
  const text = santander(
    ['05/10/2026', 'CARD PAYMENT TO TESCO STORES 2041,12.50 GBP, RATE 1.00/GBP ON 03-10-2026', '-12.50', '2327.55'],
    ['03/10/2026', 'CREDIT FROM ACME LTD: OCTOBER', '2340.05 GBP', '2340.05 GBP'],
  )
  const rows = [
    {
      day: '2026-10-05',
      amount: -1250,
      description: 'CARD PAYMENT TO TESCO STORES 2041,12.50 GBP, RATE 1.00/GBP ON 03-10-2026',
    },
    { day: '2026-10-03', amount: 234_005, description: 'CREDIT FROM ACME LTD: OCTOBER' },
  ]

  test.each([
    ['Windows-1252, as the bank writes it', Uint8Array.from(text, (character) => character.charCodeAt(0))],
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['UTF-8, converted wrongly', new TextEncoder().encode(text.replaceAll('\u00a0', '\uFFFD'))],
  ])("Santander's text file is read in %s, with the balance of its newest row", (_name, bytes) => {
    const file = parseFile(bytes)
    expect(file).toMatchObject({ bank: 'Santander', problems: [], questions: [] })
    expect(answerFile(file, {})).toEqual({
      rows: rows.map((row) => expect.objectContaining(row) as unknown),
      balance: { day: '2026-10-05', pence: 232_755 },
    })
  })

  test("Santander's text file names the line and the reason of each broken row", () => {
    const file = parse(
      santander(
        ['31/02/2026', 'No such day', '-1.00', '1.00'],
        ['03/10/2026', 'Euros', '-1.00 EUR', '1.00'],
        ['03/10/2026', 'Three decimals', '-1.001', '1.00'],
        ['03/10/2026', 'Nothing', '0.00', '1.00'],
        ['03/10/2026', 'Fine', '-1.00', '1.00'],
      ),
    )
    expect(file.rows).toMatchObject([{ description: 'Fine' }])
    expect(file.leftOut.zero).toBe(1)
    expect(file.problems).toEqual([
      { place: 'Line 5', reason: "'31/02/2026' isn't a date." },
      { place: 'Line 10', reason: 'The amount is in EUR, not in pounds.' },
      { place: 'Line 15', reason: "'-1.001' isn't an amount." },
    ])
  })
})

const csv = (...lines: string[]) => ['Date,Description,Amount,Balance', ...lines].join('\n')
const answers = (text: string, given: Answers = {}) => {
  const { rows, balance } = answered(text, given)
  return { amounts: rows.map(({ amount }) => amount), balance: balance?.pence }
}

describe('what a file with balances says', () => {
  test.each([
    ['newest first', csv('13/10/2026,A,-5,95', '13/10/2026,B,-10,100', '12/10/2026,C,50,110'), 9500],
    ['oldest first', csv('12/10/2026,C,50,110', '13/10/2026,B,-10,100', '13/10/2026,A,-5,95'), 9500],
    ['all of one day', csv('13/10/2026,A,-5,95', '13/10/2026,B,-10,100', '13/10/2026,C,50,110'), 9500],
    ['overdrawn', csv('13/10/2026,A,-5.00,(15.00)', '13/10/2026,B,-10,-10'), -1500],
    ['balances that do not follow from the amounts', csv('13/10/2026,A,-5,7', '12/10/2026,B,-10,3'), undefined],
    ['one row', csv('13/10/2026,A,-5,"1,095.00"'), 109_500],
  ])('the balance of rows %s', (_what, text, balance) => {
    expect(parse(text).questions).toEqual([])
    expect(answers(text).balance).toBe(balance)
  })

  test('turns amounts that lower the balance when they are positive, without a question', () => {
    const text = csv('15/10/2026,A,5.00,95.00', '14/10/2026,B,10.00,100.00', '13/10/2026,Wages,-50.00,110.00')
    expect(parse(text).questions).toEqual([])
    expect(answers(text)).toEqual({ amounts: [-500, -1000, 5000], balance: 9500 })
  })

  test('asks for a card whose balance is what is owed, and shows the debt as negative', () => {
    const text = csv('15/10/2026,A,5.00,115.00', '14/10/2026,B,10.00,110.00', '13/10/2026,C,50.00,100.00')
    expect(parse(text).questions).toEqual(['direction'])
    expect(answers(text, { direction: false })).toEqual({ amounts: [500, 1000, 5000], balance: 11_500 })
    expect(answers(text, { direction: true })).toEqual({ amounts: [-500, -1000, -5000], balance: -11_500 })
  })

  test('asks nothing where the columns belong to one bank', () => {
    const text =
      'Number,Date,Account,Amount,Subcategory,Memo\n,05/10/2026,20-00-00 12345678,12.50,Credit,A\n,03/10/2026,20-00-00 12345678,2.00,Credit,B\n'
    expect(parse(text)).toMatchObject({ questions: [], rows: [{ day: '2026-10-05', amount: 1250 }, {}] })
  })

  test('a row of zero pounds is counted, in a file of any format', () => {
    expect(parse(csv('13/10/2026,A,0.00,95', '13/10/2026,B,-10,95')).leftOut).toEqual({
      pending: 0,
      zero: 1,
      opening: 0,
    })
  })
})

describe('a broken file', () => {
  test('shortens what it repeats of a cell', () => {
    expect(parse(csv(`${'x'.repeat(1_000_000)},A,1,1`)).problems).toEqual([
      { place: 'Line 2', reason: `'${'x'.repeat(40)}…' isn't a date.` },
    ])
    expect(() => parse(`<OFX><CURDEF>${'x'.repeat(100_000)}`)).toThrow(/^This statement is in x{40}…\./)
  })

  test.each([
    ['a line of text', 'x'.repeat(8_000_000)],
    ['lines of text', 'x\n'.repeat(4_000_000)],
    ['CSV rows', csv('soon,A,1,1\n'.repeat(600_000))],
    ['QIF records', qif('D1\n^\n'.repeat(1_000_000))],
    [
      'rows of Santander',
      santander(...Array.from({ length: 90_000 }, (): [string, string, string, string] => ['x', 'x', 'x', 'x'])),
    ],
    ['OFX without an end', `<OFX>${'<STMTTRN>'.repeat(800_000)}`],
    ['XML without an end', `<Document xmlns="camt.053">${'<a>'.repeat(2_500_000)}`],
  ])('8 MB of broken %s end with a reason', (_what, text) => {
    expect(() => parse(text)).toThrow(/^(This file|This isn't a statement|We don't know|Line )/)
  })
})
