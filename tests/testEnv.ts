import { vi } from 'vitest'

// Import this before the app's modules: they read these variables once.
vi.stubEnv('VITE_SUPABASE_URL', 'http://bank.test')
vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test')
