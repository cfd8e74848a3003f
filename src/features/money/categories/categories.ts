/** The categories of transactions with their names on screens. `spending_category` in SQL is the same list. */
export const categories = {
  groceries: 'Groceries',
  income: 'Income',
  food_and_drink: 'Food & Drink',
  shopping: 'Shopping',
  transport: 'Transport',
  refund: 'Refund',
  fuel: 'Fuel',
  entertainment: 'Entertainment',
  bills: 'Bills',
  health: 'Health',
  electronics: 'Electronics',
  rent: 'Rent',
  savings: 'Savings',
  payments: 'Payments',
  cash: 'Cash',
} as const

export type Category = keyof typeof categories

export function isCategory(text: string | null): text is Category {
  return text !== null && Object.hasOwn(categories, text)
}

/** A category from the server; 'payments' for one that this version does not know. */
export function toCategory(text: string): Category {
  return isCategory(text) ? text : 'payments'
}
