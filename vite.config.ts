import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { isLateWrite } from './local/postgres/lateWrite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: Number(process.env.WEB_PORT ?? 5173), strictPort: true },
  test: {
    // Two shared cores, and a stack beside many tests: slow is not wrong.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    onUnhandledError: (error) => !isLateWrite(error),
    projects: [
      {
        // Screens and pure logic: no server.
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        // Rights and money on a real Postgres.
        extends: true,
        test: { name: 'database', include: ['supabase/tests/**/*.test.ts'] },
      },
      {
        // The local stack's own parts.
        extends: true,
        test: {
          name: 'local',
          include: ['local/**/*.test.ts'],
          exclude: ['local/contract/**'],
        },
      },
      {
        // The same assertions against any Supabase: the local stack, or API_URL.
        extends: true,
        test: { name: 'contract', include: ['local/contract/**/*.test.ts'] },
      },
    ],
  },
})
