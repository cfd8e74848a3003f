// The rows that the card screen shows to every customer. They never count in a balance. The names are invented, and no
// bank has sort codes that begin with 00.

export type CardCategory =
  | 'Groceries'
  | 'Income'
  | 'Food & Drink'
  | 'Shopping'
  | 'Transport'
  | 'Refund'
  | 'Fuel'
  | 'Entertainment'
  | 'Bills'
  | 'Health'
  | 'Electronics'

export type CardTransaction = {
  id: string
  merchant: string
  /** In pence; `type` gives the direction. */
  amount: number
  /** When, in words. */
  date: string
  type: 'debit' | 'credit'
  category: CardCategory
  sortCode?: string
  accountNumber?: string
  recipientName?: string
  reference?: string
}

type Extra = Pick<CardTransaction, 'sortCode' | 'accountNumber' | 'recipientName' | 'reference'>
type Sample = [merchant: string, pence: number, date: string, category: CardCategory, extra?: Extra]

/** `pence` is negative for money spent. */
const samples: Sample[] = [
  ['Greenmarket Stores', -4567, 'Today', 'Groceries'],
  [
    'Northwold Design Ltd',
    250_000,
    'Today',
    'Income',
    { sortCode: '00-21-45', accountNumber: '68120439', recipientName: 'Northwold Design Ltd', reference: 'SALARY' },
  ],
  ['Bluebell Coffee', -425, 'Yesterday', 'Food & Drink'],
  ['Larch and Linen', -8999, 'Yesterday', 'Shopping'],
  ['Crossriver Trains', -1280, '2 days ago', 'Transport'],
  ['Larch and Linen', 2499, '2 days ago', 'Refund'],
  ['Tilehurst Motors', -5560, '3 days ago', 'Fuel'],
  ['Lighthouse Cinema', -2350, '4 days ago', 'Entertainment'],
  [
    'Brightwater Energy',
    -11_240,
    '5 days ago',
    'Bills',
    {
      sortCode: '00-05-20',
      accountNumber: '63117740',
      recipientName: 'Brightwater Energy',
      reference: 'GAS AND ELECTRIC',
    },
  ],
  ['Hollins Pharmacy', -1185, '5 days ago', 'Health'],
  ['Voltage and Vine', -34_900, '6 days ago', 'Electronics'],
  ['Basil and Thyme', -3875, '1 week ago', 'Food & Drink'],
  ['Greenmarket Stores', -6218, '1 week ago', 'Groceries'],
  ['Streamhouse', -1099, '1 week ago', 'Entertainment'],
  [
    'Elmbridge Council',
    -14_200,
    '1 week ago',
    'Bills',
    { sortCode: '00-03-77', accountNumber: '10045518', recipientName: 'Elmbridge Council', reference: 'COUNCIL TAX' },
  ],
  ['Riverside Buses', -460, '1 week ago', 'Transport'],
  ['Oakleaf Books', -2198, '2 weeks ago', 'Shopping'],
  ['Tilehurst Motors', -4890, '2 weeks ago', 'Fuel'],
  ['Voltage and Vine', 4500, '2 weeks ago', 'Refund'],
  ['The Copper Kettle', -1640, '2 weeks ago', 'Food & Drink'],
  ['Riverside Dental', -2680, '2 weeks ago', 'Health'],
  ['Larkspur Supermarket', -5307, '2 weeks ago', 'Groceries'],
  [
    'J Marlowe',
    -2500,
    '3 weeks ago',
    'Entertainment',
    { sortCode: '00-21-08', accountNumber: '20558143', recipientName: 'J Marlowe', reference: 'CONCERT TICKET' },
  ],
  ['Ridgeway Outdoor', -7495, '3 weeks ago', 'Shopping'],
  ['Crossriver Trains', -2460, '3 weeks ago', 'Transport'],
]

/** The 25 rows, newest first. */
export const sampleCardTransactions: CardTransaction[] = samples.map(
  ([merchant, pence, date, category, extra], index) => ({
    id: `card-${index + 1}`,
    merchant,
    amount: Math.abs(pence),
    date,
    type: pence < 0 ? 'debit' : 'credit',
    category,
    ...extra,
  }),
)
