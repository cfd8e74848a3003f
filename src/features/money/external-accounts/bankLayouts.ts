/** The columns of a bank's CSV file, by their names in lower case. */
export type Layout = {
  bank: string
  date: string
  /** The first column that is not empty describes the row. */
  description: string[]
  /** One column with a sign, or two. */
  amount?: string
  out?: string
  in?: string
  /** Other columns that the bank's files have, to tell it from others. */
  also?: string[]
  id?: string
  currency?: string
  fee?: string
  /** A column, and its values of rows that are not final. */
  pending?: { column: string; values: string[] }
  /** Other banks and programs write the same columns, with days or months first and with either sign for money out. */
  isCommon?: true
}

/**
 * The columns of the files that UK banks offer. Public importers, their tests or their sample files name those of Barclays,
 * Starling, Revolut, Metro Bank, the Co-operative Bank, Monzo, Lloyds, Halifax, Bank of Scotland, TSB, NatWest, Nationwide,
 * HSBC (with a header) and first direct. Not found there: Royal Bank of Scotland, Ulster Bank and HSBC's files without a
 * header. No layout has been checked with the bank itself. A file has the layout if it has these columns, in any order and
 * among others. The first match counts.
 */
const layouts: Layout[] = [
  {
    bank: 'Monzo',
    date: 'date',
    description: ['name', 'description', 'type'],
    amount: 'amount',
    id: 'transaction id',
    currency: 'currency',
    also: ['emoji', 'local amount'],
  },
  {
    bank: 'Starling',
    date: 'date',
    description: ['counter party', 'reference'],
    amount: 'amount (gbp)',
    also: ['type'],
  },
  {
    bank: 'Revolut',
    date: 'completed date',
    description: ['description', 'type'],
    amount: 'amount',
    fee: 'fee',
    currency: 'currency',
    pending: { column: 'state', values: ['pending', 'reverted', 'declined', 'failed'] },
    also: ['started date'],
  },
  {
    bank: 'Barclays',
    date: 'date',
    description: ['memo', 'subcategory'],
    amount: 'amount',
    also: ['number', 'account'],
  },
  {
    // Halifax, Bank of Scotland and TSB write the same columns.
    bank: 'Lloyds',
    date: 'transaction date',
    description: ['transaction description', 'transaction type'],
    out: 'debit amount',
    in: 'credit amount',
    also: ['sort code'],
  },
  {
    // Royal Bank of Scotland and Ulster Bank write the same columns.
    bank: 'NatWest',
    date: 'date',
    description: ['description', 'type'],
    amount: 'value',
    also: ['account name', 'account number'],
  },
  {
    bank: 'Nationwide',
    date: 'date',
    description: ['description', 'transactions', 'transaction type'],
    out: 'paid out',
    in: 'paid in',
    also: ['transaction type'],
  },
  {
    // Midata, a format that several banks share.
    bank: 'Other bank',
    date: 'date',
    description: ['merchant/description', 'type'],
    amount: 'debit/credit',
  },
  {
    bank: 'Co-operative Bank',
    date: 'date',
    description: ['description', 'type'],
    out: 'money out',
    in: 'money in',
    also: ['type'],
  },
  { bank: 'Metro Bank', date: 'date', description: ['details', 'transaction type'], out: 'out', in: 'in' },
  {
    // HSBC's newer files.
    bank: 'HSBC',
    date: 'date',
    description: ['description', 'type'],
    out: 'paid out',
    in: 'paid in',
  },
  {
    bank: 'first direct',
    date: 'date',
    description: ['description'],
    amount: 'amount',
    also: ['balance'],
    isCommon: true,
  },
  // Any file with these three columns.
  {
    bank: 'Other bank',
    date: 'date',
    description: ['description', 'details', 'narrative', 'payee', 'reference'],
    amount: 'amount',
    isCommon: true,
  },
]

/** HSBC's files have no header: day, description and amount. */
export const headerless: Layout = { bank: 'HSBC', date: '1', description: ['2'], amount: '3', isCommon: true }

/** The banks of the Lloyds layout by the first two digits of the sort code, where those belong to one bank. */
export const sortCodeBanks: Record<string, string> = {
  '11': 'Halifax',
  '12': 'Bank of Scotland',
  '77': 'TSB',
  '80': 'Bank of Scotland',
}

/** The layout of a file with this header. */
export function layoutOf(columns: string[]): Layout | undefined {
  const has = (column: string | undefined) => column === undefined || columns.includes(column)
  return layouts.find(
    ({ date, description, amount, out, in: into, also = [], currency, id, pending }) =>
      [date, amount, out, into, currency, id, pending?.column, ...also].every(has) && description.some(has),
  )
}
