/** The users of supabase/seed.sql, printed when the stack has started. */
export const demoSignIns = [
  { email: 'customer@fernbank.example', pin: '24680', description: 'approved customer with seven months of history' },
  { email: 'payee@fernbank.example', pin: '13579', description: 'approved customer who receives payments' },
  { email: 'pending@fernbank.example', pin: '55221', description: 'new customer, waiting for approval' },
  {
    email: 'admin@fernbank.example',
    pin: '73310',
    description: 'administrator with every permission except reading transcripts',
  },
  { email: 'super@fernbank.example', pin: '91827', description: 'super administrator' },
  {
    email: 'second@fernbank.example',
    pin: '60417',
    description: 'administrator and super administrator, who approves requests of the other two',
  },
] as const
