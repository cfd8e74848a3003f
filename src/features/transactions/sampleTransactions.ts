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
]

const samples: Sample[] = [
  [1, '18:42', 'Greenmarket Stores', -4268, 'GROCERIES', '00-20-11', '31450927'],
  [1, '08:13', 'Bluebell Coffee', -385, 'COFFEE', '00-20-24', '60218834'],
  [2, '17:56', 'Crossriver Trains', -1140, 'RETURN TICKET', '00-20-37', '11847205'],
  [3, '12:31', 'The Baker’s Table', -675, 'LUNCH', '00-20-42', '74930316'],
  [4, '09:00', 'J Marlowe', 65000, 'RENT ROOM 2', '00-21-08', '20558143'],
  [5, '20:17', 'Lighthouse Cinema', -1980, 'TWO TICKETS', '00-20-55', '83016642'],
  [6, '10:44', 'Hollins Pharmacy', -1249, 'PRESCRIPTION', '00-20-63', '42790158'],
  [7, '16:05', 'Greenmarket Stores', -5732, 'GROCERIES', '00-20-11', '31450927'],
  [8, '07:30', 'Clearspring Water', -3410, 'WATER BILL', '00-21-30', '15603487'],
  [9, '19:22', 'Basil and Thyme', -3850, 'DINNER', '00-20-78', '96411270'],
  [11, '13:48', 'Oakleaf Books', -1699, 'BOOKS', '00-20-81', '50327796'],
  [12, '06:15', 'Northwold Design Ltd', 234000, 'SALARY', '00-21-45', '68120439'],
  [13, '11:09', 'Tilehurst Motors', -5415, 'FUEL', '00-20-90', '27745063'],
  [14, '15:37', 'Greenmarket Stores', -4816, 'GROCERIES', '00-20-11', '31450927'],
  [15, '07:30', 'Skylark Broadband', -2900, 'BROADBAND', '00-21-52', '89250614'],
  [17, '21:04', 'Streamhouse', -999, 'SUBSCRIPTION', '00-21-66', '13378250'],
  [19, '14:26', 'Penrose Garden Centre', -2375, 'PLANTS', '00-20-97', '70469318'],
  [21, '08:52', 'Bluebell Coffee', -420, 'COFFEE', '00-20-24', '60218834'],
  [23, '07:30', 'Ashdown Home Insurance', -1862, 'HOME INSURANCE', '00-21-73', '35908127'],
  [26, '17:11', 'Ridgeway Outdoor', -7495, 'WALKING BOOTS', '00-21-80', '46285509'],
]

const dayLength = 24 * 60 * 60_000

/** The twenty sample rows, newest first, dated back from `today` (YYYY-MM-DD). */
export function sampleTransactions(today: string): Transaction[] {
  const midnight = Date.parse(`${today}T00:00:00Z`)
  return samples.map(([daysAgo, time, counterparty, pence, reference, sortCode, accountNumber], index) => ({
    id: `sample-${index + 1}`,
    amount: Math.abs(pence),
    incoming: pence > 0,
    counterparty,
    sortCode,
    accountNumber,
    reference,
    status: 'completed',
    createdAt: `${new Date(midnight - daysAgo * dayLength).toISOString().slice(0, 10)}T${time}:00Z`,
    reversedAt: null,
  }))
}

export function isSample(transaction: Transaction): boolean {
  return transaction.id.startsWith('sample-')
}
