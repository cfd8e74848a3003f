import { readFile } from 'node:fs/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import type { PdfTools } from '@/features/money/statements/pdfText'
import { proofOfAccount } from '@/features/money/statements/letter'
import { letterPdf } from '@/features/money/statements/letterPdf'
import { recordsPdf } from '@/features/money/statements/recordsPdf'
import { statementPdf } from '@/features/money/statements/statementPdf'
import { aStatement, anEntry } from './aStatement'

// The files are opened with pdf.js, which is not the library that makes them.

const account = {
  holderName: 'Zoë Łukaszewicz',
  sortCode: '00-24-68',
  accountNumber: '24682468',
  address: ['4 Mill Lane', 'Leeds', 'LS1 4AP'],
}
const now = new Date('2026-11-21T12:00:00Z')
/** A white dot. */
const dot =
  'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q=='

function toolsWith(drawn: string[] = []): PdfTools {
  return {
    async loadFont(subset, weight) {
      const file = `noto-sans-${subset}-${weight === 'bold' ? 700 : 400}-normal.woff`
      return new Uint8Array(await readFile(`node_modules/@fontsource/noto-sans/files/${file}`))
    },
    async drawText(text) {
      drawn.push(text)
      return [{ url: dot, width: 3 }]
    },
  }
}

async function open(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes.slice())
  const { text: pages } = await extractText(pdf)
  return { pdf, pages }
}

type Node = { role?: string; children?: object[] }

/** The names of the structure elements of a page, each once. */
const rolesOf = (node: Node): string[] => [
  ...new Set([...(node.role === undefined ? [] : [node.role]), ...(node.children ?? []).flatMap(rolesOf)]),
]

/** The text as a PDF stores it outside of pages. */
function contains(bytes: Uint8Array, text: string): boolean {
  const escapes: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' }
  const stored = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16().toString('latin1')
  const escaped = Array.from(stored, (character) =>
    /[\n\r\t\f\\()]/.test(character) || character === '\b' ? `\\${escapes[character] ?? character}` : character,
  ).join('')
  return Buffer.from(bytes).includes(Buffer.from(escaped, 'latin1'))
}

describe('a statement as PDF', () => {
  test('a statement as PDF has selectable text with the holder, the period, the totals and every entry', async () => {
    const { pdf, pages } = await open(await statementPdf(aStatement(), account, now, toolsWith()))
    expect(pdf.numPages).toBe(1)
    const [text = ''] = pages
    for (const words of [
      'Current account statement',
      '1 October 2026 to 31 October 2026',
      'Account holder: Zoë Łukaszewicz',
      'Address: 4 Mill Lane Leeds LS1 4AP Sort code: 00-24-68',
      'Account number: 24682468',
      'Opening balance: £5,000.00',
      'Money in: £2,340.05',
      'Money out: £1,012.50',
      'Closing balance: £6,327.55',
      'Date Details Money out Money in Balance',
      '1 Oct 2026 Opening balance £5,000.00',
      '3 Oct 2026 Mill Lane Lettings RENT FLAT 4 £1,012.50 £3,987.50',
      '28 Oct 2026 Northwold Design Ltd £2,340.05 £6,327.55',
      '31 Oct 2026 Closing balance £6,327.55',
      'Zoë Łukaszewicz, 00-24-68 24682468',
      'Page 1 of 1',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(words)
  })

  test('a statement as PDF is tagged, with a language and a title', async () => {
    const { pdf } = await open(await statementPdf(aStatement(), account, now, toolsWith()))
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({
      Title: 'Fernbank statement, 1 October 2026 to 31 October 2026',
      Language: 'en-GB',
    })
    const tree: Node | null = await (await pdf.getPage(1)).getStructTree()
    expect(rolesOf(tree ?? {})).toEqual(['Root', 'Document', 'P', 'H1', 'Span', 'Table', 'TR', 'TH', 'TD'])
  })

  test('breaks over pages with the holder, the account, the head of the table and the page’s number on each', async () => {
    const entries = Array.from({ length: 100 }, (_, place) =>
      anEntry({ description: `Payee ${place + 1}`, reference: null, amount: 1, balanceAfter: 500_001 + place }),
    )
    const statement = aStatement({ entries, closingBalance: 500_100 })
    const { pages } = await open(await statementPdf(statement, account, now, toolsWith()))
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((text, place) => {
      expect(text).toContain('Money out')
      expect(text).toContain('Zoë Łukaszewicz, 00-24-68 24682468')
      expect(text).toContain(`Page ${place + 1} of ${pages.length}`)
    })
    for (const { description } of entries) {
      expect(pages.filter((text) => new RegExp(`${description}\\b`).test(text))).toHaveLength(1)
    }
    expect(pages.at(-1)).toContain('Closing balance')
  })

  test.each([
    ['Polish, Czech, Hungarian, Turkish, Welsh and Romanian letters', 'ąćęłńśźż ěščřžůťďň őű İğış ŵŷẁẃẅ șț'],
    ['accents as separate characters', 'Zoe\u0308', 'Zoë'],
    ['Greek and Cyrillic letters', 'Ελένη Νικολάου, Ольга'],
  ])('shows %s as text', async (_what, name, shown = name) => {
    const drawn: string[] = []
    const statement = aStatement({ entries: [anEntry({ description: name })] })
    const { pages } = await open(await statementPdf(statement, account, now, toolsWith(drawn)))
    expect(pages[0]?.replace(/\s+/g, ' ')).toContain(shown)
    expect(drawn).toEqual([])
  })

  test.each(['张伟', 'محمد الفارسي', 'Café 🌿 & Söhne', 'Nguyễn Thị', 'राहुल', 'x\u0329'])(
    'shows %s as a picture that screen readers and copying read as the text',
    async (name) => {
      const drawn: string[] = []
      const statement = aStatement({ entries: [anEntry({ description: name }), anEntry({ description: name })] })
      const bytes = await statementPdf(statement, account, now, toolsWith(drawn))
      expect(drawn).toEqual([name])
      expect(contains(bytes, name)).toBe(true)
      const { pages } = await open(bytes)
      expect(pages[0]).not.toContain('?')
    },
  )

  test('breaks long words, and fits the largest amounts', async () => {
    const description = 'W'.repeat(140)
    const statement = aStatement({
      openingBalance: 99_999_999_999_999,
      entries: [anEntry({ description, amount: -99_999_999_999_999, balanceAfter: 0 })],
      closingBalance: 0,
      moneyIn: 0,
      moneyOut: 99_999_999_999_999,
    })
    const { pages } = await open(await statementPdf(statement, account, now, toolsWith()))
    expect(pages[0]?.replace(/\s+/g, '')).toContain(description)
    expect(pages[0]?.match(/£999,999,999,999\.99/g)).toHaveLength(4)
  })

  test('a statement as PDF of days without entries says so', async () => {
    const statement = aStatement({ entries: [], closingBalance: 500_000, moneyIn: 0, moneyOut: 0 })
    const { pages } = await open(await statementPdf(statement, account, now, toolsWith()))
    expect(pages[0]).toContain('No money came in or went out on these days.')
  })
})

test('the proof of account confirms the holder and the numbers, and no balance', async () => {
  const letter = proofOfAccount(account, '2026-04')
  const { pdf, pages } = await open(await letterPdf(letter, now, toolsWith()))
  expect(pages).toHaveLength(1)
  const text = pages[0]?.replace(/\s+/g, ' ') ?? ''
  for (const words of [
    '21 November 2026',
    'Proof of account',
    'holds a current account with Fernbank.',
    'Account holder: Zoë Łukaszewicz',
    'Address: 4 Mill Lane, Leeds, LS1 4AP',
    'Sort code: 00-24-68',
    'Account number: 24682468',
    'Open since: April 2026',
    'Page 1 of 1',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('£')
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
})

test('all statements and letters are one PDF, each from a new page', async () => {
  const letter = {
    title: 'Our decision',
    day: '2026-11-20',
    before: ['We refund it.'],
    facts: [{ name: 'Payee', value: '张伟' }],
    after: ['Goodbye.'],
  }
  const records = {
    account,
    statements: [aStatement(), aStatement({ first: '2026-11-01', last: '2026-11-30' })],
    savings: [
      { account: { ...account, accountNumber: '13571357', savings: 'Holiday' }, statements: [aStatement()] },
      { account: { ...account, savings: 'Empty' }, statements: [] },
    ],
    letters: [letter],
  }
  const drawn: string[] = []
  const { pdf, pages } = await open(await recordsPdf(records, now, toolsWith(drawn)))
  expect(drawn).toEqual(['张伟'])
  expect(pages).toHaveLength(4)
  const [october = '', november = '', saved = '', decision = ''] = pages.map((text) => text.replace(/\s+/g, ' '))
  expect(october).toContain('1 October 2026 to 31 October 2026')
  expect(november).toContain('1 November 2026 to 30 November 2026')
  for (const words of ['Savings account statement', 'Holiday', '13571357']) expect(saved).toContain(words)
  for (const words of ['20 November 2026', 'Our decision', 'We refund it.', 'Goodbye.'])
    expect(decision).toContain(words)
  pages.forEach((text, place) => {
    expect(text).toContain('Fernbank statements and letters. Created on 21 Nov 2026.')
    expect(text).toContain('Zoë Łukaszewicz, 00-24-68 24682468')
    expect(text).toContain(`Page ${place + 1} of 4`)
  })
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
})
