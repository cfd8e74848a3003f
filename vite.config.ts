import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { announceReact } from './build/announceReact.ts'
import { checkedEnvironment } from './build/checkedEnvironment.ts'
import { deliveredHeaders } from './build/deliveredHeaders.ts'
import { nameServiceWorker } from './build/nameServiceWorker.ts'
import { isWriteAfterClose } from './local/postgres/writeAfterClose.ts'

export default defineConfig({
  plugins: [checkedEnvironment, react(), tailwindcss(), announceReact, nameServiceWorker, deliveredHeaders()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: Number(process.env.WEB_PORT ?? 5173), strictPort: true },
  build: {
    // Browsers without module preloading load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script lists the later chunks: long names would cost each visitor of the sign-in screen.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
          ],
        },
      },
    },
  },
  test: {
    // Else one core of two would rest.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Two shared cores, and a stack beside many tests: slow is not wrong.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    onUnhandledError: (error) => !isWriteAfterClose(error),
    projects: [
      {
        // Pure logic. A file that needs a browser's globals says so in its first line.
        extends: true,
        test: {
          name: 'logic',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/chaos/**'],
          // A fresh process and module graph for each file take five times the CPU time.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // Screens and hooks: no server.
        extends: true,
        test: {
          name: 'screens',
          include: ['tests/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        // Rights and money on a real Postgres.
        extends: true,
        test: { name: 'database', include: ['supabase/tests/**/*.test.ts', 'tests/chaos/**/*.test.ts'] },
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
