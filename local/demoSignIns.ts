/** The people of supabase/seed.sql, for whoever starts the bank. */
export const demoSignIns = [
  { email: 'customer@fernbank.example', pin: '24680', who: 'approved customer with seven months of history' },
  { email: 'payee@fernbank.example', pin: '13579', who: 'approved customer who gets paid' },
  { email: 'pending@fernbank.example', pin: '55221', who: 'new customer, waits for approval' },
  { email: 'admin@fernbank.example', pin: '73310', who: 'admin with all five permissions' },
  { email: 'super@fernbank.example', pin: '91827', who: 'super admin only' },
] as const
