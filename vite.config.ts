import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { checkedEnvironment } from './build/checkedEnvironment.ts'
import { deliveredHeaders } from './build/deliveredHeaders.ts'
import { nameServiceWorker } from './build/nameServiceWorker.ts'
import { isWriteAfterClose } from './local/postgres/writeAfterClose.ts'

/** React is needed by whatever is shown first: it is announced in the page, and comes beside the first script. */
const announceReact: Plugin = {
  name: 'announce-react',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((file) => file.type === 'chunk' && (file.name === 'react' || file.name === 'rolldown-runtime'))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        })),
  },
}

export default defineConfig({
  plugins: [checkedEnvironment, react(), tailwindcss(), announceReact, nameServiceWorker, deliveredHeaders()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: Number(process.env.WEB_PORT ?? 5173), strictPort: true },
  build: {
    modulePreload: {
      // Browsers without module preloading still load everything, only later.
      polyfill: false,
      // What a later part needs is not announced by links: putting sixty of them into the page keeps a slow phone busy for
      // longer than its requests would wait for each other.
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'js' ? [] : needed),
    },
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)[\\/]/,
              priority: 9,
            },
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
        test: { name: 'logic', include: ['tests/**/*.test.ts'], exclude: ['tests/chaos/**'] },
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
