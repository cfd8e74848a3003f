import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { checkedEnvironment } from './build/checkedEnvironment.ts'
import { refuseChunkCycles } from './build/chunkCycles.ts'
import { deliveredHeaders } from './build/deliveredHeaders.ts'
import { firstScript } from './build/firstScript.ts'
import { serviceWorker } from './build/serviceWorker.ts'
import { isSmall, sharedChunk } from './build/sharedChunks.ts'
import { refuseLooseText } from './build/textRoles.ts'
import { isStrayError } from './local/postgres/strayErrors.ts'

/**
 * These replace modules that other tests use, move in the browser's history, or test what is shown while code is loaded for
 * the first time. So they cannot share loaded modules with others.
 */
const ownModules = [
  'tests/lib/realtime.test.tsx',
  'tests/features/contact/chat/useBroadcast.test.tsx',
  'tests/app/{back,feedback,ownState,pastedText,toasts,tooltips,translatedPages}.test.tsx',
]

/** Logic that needs a browser's globals. Each file with an environment of its own would load jsdom again. */
const inBrowser = 'tests/**/*.dom.test.ts'

/** What a test of the app stubs or spies on is restored before the next one. */
const restored = { unstubGlobals: true, restoreMocks: true }

export default defineConfig({
  plugins: [
    checkedEnvironment(),
    react(),
    tailwindcss(),
    firstScript(),
    refuseChunkCycles,
    refuseLooseText,
    deliveredHeaders(),
    serviceWorker(),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: Number(process.env.WEB_PORT ?? 5173), strictPort: true },
  // Only workers import them. Found late, they would make the development server reload the page.
  optimizeDeps: { include: ['pdfkit', 'papaparse', '@rgrove/parse-xml'] },
  worker: {
    format: 'es',
    // The service worker does not keep them: see build/serviceWorker.ts.
    rolldownOptions: {
      output: { entryFileNames: 'assets/worker-[hash].js', chunkFileNames: 'assets/worker-[hash].js' },
    },
  },
  build: {
    // The browsers that the README, package.json and public/oldBrowser.js name.
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4'],
    // Browsers without module preloading load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first script lists the later chunks: long names would cost each visitor of the sign-in screen.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|tslib)[\\/]/,
            },
            { name: sharedChunk, debugName: 'shared', test: isSmall, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  test: {
    // One more than the cores: many tests wait for a timer, a process or Postgres. The files of the contract cannot share
    // the stack that API_URL names.
    maxWorkers: process.env.API_URL === undefined ? availableParallelism() + 1 : 1,
    // Two shared cores, and a stack beside many tests: slow is not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Other work on the CI machine can delay a test. A test that passes only the second time is reported as retried.
    retry: process.env.CI ? 1 : 0,
    onUnhandledError: (error) => !isStrayError(error),
    projects: [
      {
        // Pure logic.
        extends: true,
        test: {
          ...restored,
          name: 'logic',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/chaos/**', inBrowser],
          // A fresh process and module graph for each file take five times the CPU time.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // Apart from the screens, whose tests they slow by a sixth.
        extends: true,
        test: {
          ...restored,
          name: 'browser logic',
          include: [inBrowser],
          environment: 'jsdom',
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // Screens, components and the app's frame, without a server. Their files share one module graph, as those of the
        // logic do: loading the app takes seconds. tests/setupScreens.ts replaces the modules that all of them need
        // replaced. A test spies on the others (vi.spyOn) and calls no vi.mock: that would change the files after it.
        extends: true,
        test: {
          ...restored,
          name: 'screens',
          include: ['tests/**/*.test.tsx'],
          exclude: ownModules,
          environment: 'jsdom',
          setupFiles: ['tests/setup.ts', 'tests/setupScreens.ts'],
          isolate: false,
        },
      },
      {
        // A module graph for each file, which takes a second: only for the files that need one.
        extends: true,
        test: {
          ...restored,
          name: 'own modules',
          include: ownModules,
          environment: 'jsdom',
          setupFiles: ['tests/setup.ts'],
        },
      },
      {
        // Rights and money on a real Postgres.
        extends: true,
        test: {
          name: 'database',
          isolate: false,
          include: ['supabase/tests/**/*.test.ts', 'tests/chaos/**/*.test.ts'],
          setupFiles: ['local/setupTests.ts'],
        },
      },
      {
        // The local stack's own parts.
        extends: true,
        test: {
          name: 'local',
          isolate: false,
          include: ['local/**/*.test.ts'],
          exclude: ['local/contract/**'],
          setupFiles: ['local/setupTests.ts'],
        },
      },
      {
        // The same assertions against any Supabase: the local stack, or API_URL.
        extends: true,
        test: {
          name: 'contract',
          isolate: false,
          include: ['local/contract/**/*.test.ts'],
          exclude: ['local/contract/usedApi.test.ts'],
          globalSetup: 'local/contract/recordedCalls.ts',
          setupFiles: ['local/setupTests.ts'],
        },
      },
      {
        // Compares what the contract has called with what the app uses, after it.
        extends: true,
        test: { name: 'contract calls', include: ['local/contract/usedApi.test.ts'], sequence: { groupOrder: 1 } },
      },
    ],
  },
})
