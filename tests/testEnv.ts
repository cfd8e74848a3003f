import { vi } from 'vitest'

// Imported before anything of the app: it reads these once.
vi.stubEnv('VITE_SUPABASE_URL', 'http://bank.test')
vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test')
