/** The columns of a bank's CSV file, by their names in lower case, without '(£)' and '(GBP)'. */
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
  fee?: string
  /** Other banks and programs write the same columns, with days or months first and with either sign for money out. */
  isCommon?: true
}

/**
 * What any file may say beside day, text and amount. A file that has one of these columns means it, whichever bank it is of:
 * its account, its currency, its state, its direction, its id, its balance.
 */
export const said = {
  /** All that are there name the account. The number of a card does not: an account can have several. */
  account: ['product', 'sort code', 'account number', 'account', 'account no', 'account no.', 'account id', 'iban'],
  currency: ['currency', 'transaction currency', 'account currency', 'currency code', 'ccy'],
  state: ['state', 'status', 'transaction status'],
  declined: ['decline reason', 'decline_reason'],
  direction: [
    'debit or credit',
    'credit or debit',
    'debit/credit',
    'credit/debit',
    'dr/cr',
    'cr/dr',
    'd/c',
    'direction',
    'type',
    'transaction type',
    'subcategory',
  ],
  id: ['transaction id', 'transferwise id', 'transaction reference number', 'reference number', 'fitid', 'id'],
  balance: ['balance', 'running balance', 'account balance', 'closing balance', 'balance after'],
} as const

/** The states of rows that may still change, and of rows that moved no money. Any other state is final. */
export const pendingStates =
  /^(pending|authori[sz]ed|authori[sz]ation|processing|hold|held|on hold|scheduled|upcoming|incomplete)$/
export const declinedStates = /^(declined|reverted|failed|cancell?ed|rejected|refused|reversed|voided|expired|deleted)$/

/** What a column of directions has for money out, and for money in. */
export const outFlags = /^(dr|d|debit|dbit|deb|out|outgoing|money out|paid out|withdrawal|-)$/
export const inFlags = /^(cr|c|credit|crdt|in|incoming|money in|paid in|deposit|\+)$/

/**
 * The columns of the files that UK banks offer. Public importers, their tests or their sample files name those of Barclays,
 * Starling, Revolut, Metro Bank, the Co-operative Bank, Monzo, Lloyds, Halifax, Bank of Scotland, TSB, NatWest, Nationwide,
 * HSBC (with a header) and first direct; sample files those of Wise and Virgin Money. Not found there: Royal Bank of Scotland,
 * Ulster Bank, American Express and files without a header. No layout has been checked with the bank itself. A file has the layout if it has these columns, in any order and
 * among others. The first match counts.
 */
const layouts: Layout[] = [
  {
    bank: 'Monzo',
    date: 'date',
    description: ['name', 'description', 'type'],
    amount: 'amount',
    also: ['transaction id', 'emoji', 'local amount'],
  },
  {
    bank: 'Starling',
    date: 'date',
    description: ['counter party', 'reference'],
    amount: 'amount',
    also: ['counter party', 'spending category'],
  },
  {
    bank: 'Revolut',
    date: 'completed date',
    description: ['description', 'type'],
    amount: 'amount',
    fee: 'fee',
    also: ['started date', 'currency', 'state'],
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
    bank: 'Wise',
    date: 'date',
    description: ['merchant', 'payee name', 'payer name', 'description'],
    amount: 'amount',
    also: ['transferwise id', 'currency'],
  },
  {
    bank: 'Virgin Money',
    date: 'transaction date',
    description: ['merchant'],
    amount: 'billing amount',
    also: ['debit or credit'],
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
    bank: 'American Express',
    date: 'date',
    description: ['description'],
    amount: 'amount',
    also: ['card member'],
    isCommon: true,
  },
  {
    bank: 'American Express',
    date: 'date',
    description: ['description'],
    amount: 'amount',
    also: ['appears on your statement as'],
    isCommon: true,
  },
  {
    bank: 'first direct',
    date: 'date',
    description: ['description'],
    amount: 'amount',
    also: ['balance'],
    isCommon: true,
  },
]

/** The names that any bank or program gives to the columns that a row needs. */
const common = {
  date: [
    'date',
    'transaction date',
    'completed date',
    'posting date',
    'posted date',
    'date posted',
    'booking date',
    'value date',
    'created',
    'day',
  ],
  description: [
    'description',
    'transaction description',
    'details',
    'narrative',
    'merchant',
    'merchant name',
    'payee',
    'name',
    'counter party',
    'counterparty',
    'memo',
    'text',
    'transaction',
    'particulars',
    'reference',
    'type',
  ],
  amount: ['amount', 'value', 'billing amount', 'transaction amount', 'net amount', 'debit/credit', 'money'],
  out: [
    'debit',
    'debit amount',
    'debits',
    'paid out',
    'money out',
    'out',
    'withdrawal',
    'withdrawals',
    'withdrawn',
    'payments',
    'spent',
  ],
  in: [
    'credit',
    'credit amount',
    'credits',
    'paid in',
    'money in',
    'in',
    'deposit',
    'deposits',
    'received',
    'receipts',
  ],
}

/** A layout for the columns of an unknown bank: two columns of amounts, or one. */
function commonLayout(columns: string[]): Layout | undefined {
  const first = (names: string[]) => names.find((name) => columns.includes(name))
  const [date, out, into, amount] = [first(common.date), first(common.out), first(common.in), first(common.amount)]
  const description = common.description.filter((name) => columns.includes(name))
  if (date === undefined || description.length === 0) return undefined
  const base = { bank: 'Other bank', date, description, isCommon: true } as const
  if (out !== undefined && into !== undefined) return { ...base, out, in: into }
  return amount === undefined ? undefined : { ...base, amount }
}

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
  const known = layouts.find(
    ({ date, description, amount, out, in: into, also = [] }) =>
      [date, amount, out, into, ...also].every(has) && description.some(has),
  )
  return known ?? commonLayout(columns)
}
