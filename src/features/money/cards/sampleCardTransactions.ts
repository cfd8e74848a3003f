// The rows that the card screen shows to every customer. They never count in a balance. The names are invented, and no
// bank has sort codes that begin with 00.

import type { Category } from '@/features/money/categories/shared'

export type CardTransaction = {
  id: string
  merchant: string
  /** In pence; `type` gives the direction. */
  amount: number
  /** When, in words. */
  date: string
  type: 'debit' | 'credit'
  category: Category
  sortCode?: string
  accountNumber?: string
  recipientName?: string
  reference?: string
}

type Extra = Pick<CardTransaction, 'sortCode' | 'accountNumber' | 'recipientName' | 'reference'>
type Sample = [merchant: string, pence: number, date: string, category: Category, extra?: Extra]

/** `pence` is negative for money spent. */
const samples: Sample[] = [
  ['Greenmarket Stores', -4567, 'Today', 'groceries'],
  [
    'Northwold Design Ltd',
    250_000,
    'Today',
    'income',
    { sortCode: '00-21-45', accountNumber: '68120439', recipientName: 'Northwold Design Ltd', reference: 'Salary' },
  ],
  ['Bluebell Coffee', -425, 'Yesterday', 'food_and_drink'],
  ['Larch and Linen', -8999, 'Yesterday', 'shopping'],
  ['Crossriver Trains', -1280, '2 days ago', 'transport'],
  ['Larch and Linen', 2499, '2 days ago', 'refund'],
  ['Tilehurst Motors', -5560, '3 days ago', 'fuel'],
  ['Lighthouse Cinema', -2350, '4 days ago', 'entertainment'],
  [
    'Brightwater Energy',
    -11_240,
    '5 days ago',
    'bills',
    {
      sortCode: '00-05-20',
      accountNumber: '63117740',
      recipientName: 'Brightwater Energy',
      reference: 'Gas and electric',
    },
  ],
  ['Hollins Pharmacy', -1185, '5 days ago', 'health'],
  ['Voltage and Vine', -34_900, '6 days ago', 'electronics'],
  ['Basil and Thyme', -3875, '1 week ago', 'food_and_drink'],
  ['Greenmarket Stores', -6218, '1 week ago', 'groceries'],
  ['Streamhouse', -1099, '1 week ago', 'entertainment'],
  [
    'Elmbridge Council',
    -14_200,
    '1 week ago',
    'bills',
    { sortCode: '00-03-77', accountNumber: '10045518', recipientName: 'Elmbridge Council', reference: 'Council tax' },
  ],
  ['Riverside Buses', -460, '1 week ago', 'transport'],
  ['Oakleaf Books', -2198, '2 weeks ago', 'shopping'],
  ['Tilehurst Motors', -4890, '2 weeks ago', 'fuel'],
  ['Voltage and Vine', 4500, '2 weeks ago', 'refund'],
  ['The Copper Kettle', -1640, '2 weeks ago', 'food_and_drink'],
  ['Riverside Dental', -2680, '2 weeks ago', 'health'],
  ['Larkspur Supermarket', -5307, '2 weeks ago', 'groceries'],
  [
    'J Marlowe',
    -2500,
    '3 weeks ago',
    'entertainment',
    { sortCode: '00-21-08', accountNumber: '20558143', recipientName: 'J Marlowe', reference: 'Concert ticket' },
  ],
  ['Ridgeway Outdoor', -7495, '3 weeks ago', 'shopping'],
  ['Crossriver Trains', -2460, '3 weeks ago', 'transport'],
]

/** The account that the sample rows belong to, in pence. */
export const sampleAccount = { balance: 1_254_376, availableBalance: 1_254_376 }

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
