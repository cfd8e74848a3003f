import type { Category } from '@/features/money/categories/shared'
import { addDays } from '@/lib/dates'
import type { Transaction } from './queries'

// Sample rows for a new customer's list. They never count in a balance. The names are invented, and no bank has sort
// codes that begin with 00.

/** `pence` is negative for outgoing money. */
type Sample = [
  daysAgo: number,
  time: string,
  counterparty: string,
  pence: number,
  reference: string,
  sortCode: string,
  accountNumber: string,
  category: Category,
]

const samples: Sample[] = [
  [1, '18:42', 'Greenmarket Stores', -4268, 'Groceries', '00-20-11', '31450927', 'groceries'],
  [1, '08:13', 'Bluebell Coffee', -385, 'Coffee', '00-20-24', '60218834', 'food_and_drink'],
  [2, '17:56', 'Crossriver Trains', -1140, 'Return ticket', '00-20-37', '11847205', 'transport'],
  [3, '12:31', 'The Baker’s Table', -675, 'Lunch', '00-20-42', '74930316', 'food_and_drink'],
  [4, '09:00', 'J Marlowe', 65000, 'Rent room 2', '00-21-08', '20558143', 'rent'],
  [5, '20:17', 'Lighthouse Cinema', -1980, 'Two tickets', '00-20-55', '83016642', 'entertainment'],
  [6, '10:44', 'Hollins Pharmacy', -1249, 'Prescription', '00-20-63', '42790158', 'health'],
  [7, '16:05', 'Greenmarket Stores', -5732, 'Groceries', '00-20-11', '31450927', 'groceries'],
  [8, '07:30', 'Clearspring Water', -3410, 'Water bill', '00-21-30', '15603487', 'bills'],
  [9, '19:22', 'Basil and Thyme', -3850, 'Dinner', '00-20-78', '96411270', 'food_and_drink'],
  [11, '13:48', 'Oakleaf Books', -1699, 'Books', '00-20-81', '50327796', 'shopping'],
  [12, '06:15', 'Northwold Design Ltd', 234000, 'Salary', '00-21-45', '68120439', 'income'],
  [13, '11:09', 'Tilehurst Motors', -5415, 'Fuel', '00-20-90', '27745063', 'fuel'],
  [14, '15:37', 'Greenmarket Stores', -4816, 'Groceries', '00-20-11', '31450927', 'groceries'],
  [15, '07:30', 'Skylark Broadband', -2900, 'Broadband', '00-21-52', '89250614', 'bills'],
  [17, '21:04', 'Streamhouse', -999, 'Subscription', '00-21-66', '13378250', 'entertainment'],
  [19, '14:26', 'Penrose Garden Centre', -2375, 'Plants', '00-20-97', '70469318', 'shopping'],
  [21, '08:52', 'Bluebell Coffee', -420, 'Coffee', '00-20-24', '60218834', 'food_and_drink'],
  [23, '07:30', 'Ashdown Home Insurance', -1862, 'Home insurance', '00-21-73', '35908127', 'bills'],
  [26, '17:11', 'Ridgeway Outdoor', -7495, 'Walking boots', '00-21-80', '46285509', 'shopping'],
]

/** The twenty sample rows, newest first, dated back from `today` (YYYY-MM-DD). */
export function sampleTransactions(today: string): Transaction[] {
  return samples.map(([daysAgo, time, counterparty, pence, reference, sortCode, accountNumber, category], index) => ({
    id: `sample-${index + 1}`,
    amount: Math.abs(pence),
    incoming: pence > 0,
    counterparty,
    sortCode,
    accountNumber,
    reference,
    status: 'completed',
    createdAt: `${addDays(today, -daysAgo)}T${time}:00Z`,
    reversedAt: null,
    category,
    otherAccountId: null,
  }))
}
