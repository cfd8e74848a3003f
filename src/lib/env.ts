export type WebEnv = { supabaseUrl: string; publishableKey: string; sampleTransactions: boolean }

// build/checkedEnvironment.ts checks these when the app is built or served.
const { VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY, VITE_SAMPLE_TRANSACTIONS } = import.meta.env

export const env: WebEnv = {
  supabaseUrl: String(VITE_SUPABASE_URL).trim().replace(/\/$/, ''),
  publishableKey: String(VITE_SUPABASE_PUBLISHABLE_KEY).trim(),
  sampleTransactions: String(VITE_SAMPLE_TRANSACTIONS).trim() !== 'false',
}
