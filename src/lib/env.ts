import { readCells, type Cell } from './readCells'

export type WebEnv = { supabaseUrl: string; publishableKey: string; sampleTransactions: boolean; cells: Cell[] }

// build/checkedEnvironment.ts checks these when the app is built or served.
const { VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY, VITE_SAMPLE_TRANSACTIONS, VITE_CELLS } = import.meta.env

export const env: WebEnv = {
  supabaseUrl: String(VITE_SUPABASE_URL).trim().replace(/\/$/, ''),
  publishableKey: String(VITE_SUPABASE_PUBLISHABLE_KEY).trim(),
  sampleTransactions: String(VITE_SAMPLE_TRANSACTIONS).trim() !== 'false',
  /** Two or more, or none for a bank that is one database. */
  cells: readCells(String(VITE_CELLS ?? '')),
}
