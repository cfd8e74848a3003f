import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: Number(process.env.WEB_PORT ?? 5173), strictPort: true },
  test: {
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
        test: { name: 'database', include: ['supabase/tests/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
      },
      {
        // The local stack's own parts.
        extends: true,
        test: {
          name: 'local',
          include: ['local/**/*.test.ts'],
          exclude: ['local/contract/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The same assertions against any Supabase: the local stack, or API_URL.
        extends: true,
        test: { name: 'contract', include: ['local/contract/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
      },
    ],
  },
})
