/** The rules of private.payment_rules. */
export const warningRules = [
  'first_payment',
  'name_mismatch',
  'unconfirmed_name',
  'half_of_balance',
  'many_new_payees',
  'reported_payee',
] as const
/** Those about a name that is wrong or was not confirmed: going back is the main way then. */
export const nameRules = ['name_mismatch', 'unconfirmed_name'] as const
export type WarningRule = (typeof warningRules)[number]

export const paymentReasons = ['bills', 'rent', 'personal', 'business', 'other'] as const
export type PaymentReason = (typeof paymentReasons)[number]

export const reasonWords: Record<PaymentReason, string> = {
  bills: 'Bills and utilities',
  rent: 'Rent or mortgage',
  personal: 'Personal payment',
  business: 'Business payment',
  other: 'Other',
}

/**
 * The version of the texts below. Each payment stores it as evidence of what the customer read, so a changed text needs a new
 * version; the history of this file has the texts of the earlier ones.
 */
export const warningsVersion = 6

/** Why the bank warns. */
export const whyWarned: Record<WarningRule, string> = {
  first_payment: "You haven't paid this account before, or only a little.",
  name_mismatch: "The name or the account type doesn't match.",
  unconfirmed_name: "We couldn't confirm the name on this account.",
  half_of_balance: 'This is more than half of your balance.',
  many_new_payees: 'You have paid several new people in the last 24 hours.',
  reported_payee: 'Other customers have reported this account.',
}

const told =
  'Has somebody told you to move your money, or what to say to the bank? Your bank or the police will never ask you to do that.'

/** What to ask before a payment of this kind. */
export const warningText: Record<PaymentReason, { title: string; text: string }> = {
  bills: {
    title: 'Could this be a false invoice?',
    text: 'Criminals send invoices with their own account number. Call the firm on a number you already know, not one in the email, and ask for its account details.',
  },
  rent: {
    title: 'Have you seen the property?',
    text: "Criminals advertise homes that they don't own. Don't pay for a home that you haven't seen inside, and don't pay because you're told that others want it.",
  },
  personal: {
    title: 'Did they ask by text or online?',
    text: "Criminals pretend to be family or friends with a new number. Call them on the number you know before you pay. Don't pay someone you have only met online.",
  },
  business: { title: 'Has somebody told you to make this payment?', text: told },
  other: { title: 'Has somebody told you to make this payment?', text: told },
}
