/** What staff choose from where the database knows no reason, by the codes that it takes. */
export const lookReasonCopy = {
  title: 'Why do you need to see this?',
  text: 'The customer sees your reason in Settings, Privacy. You are asked once an hour.',
  choices: {
    asked: 'The customer asked for help',
    payment_review: 'Reviewing a payment',
    customer_details: "Checking the customer's details",
    safety: "Protecting the customer's account",
    own_work: 'Checking our own work',
  },
} as const
