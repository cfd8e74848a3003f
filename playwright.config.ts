import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/chromium'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/globalSetup.ts',
  // Each worker starts its own local stack and web server. Tests wait for timers and the network, so that three workers
  // use two cores better than two.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Other work on the CI machine can delay a test. A test that passes only the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Two cores run two stacks and two browsers, and a journey checks every screen with axe.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // A test that is about motion asks for it: the others would wait for every animation.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Tests of one worker share a window, emptied between them. A new one would compile the app again, which takes a second.
    reuseContext: true,
    // It downloads the whole app for each test. `installable.spec.ts` allows it.
    serviceWorkers: 'block',
    // A trace takes a third of the CPU time. `npx playwright test --trace on` records one.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...launchOptions,
      // A page lives for seconds: to optimise its code costs more than to run it. A benchmark measures it optimised.
      args: [...launchOptions.args, '--js-flags=--single-threaded,--no-opt,--no-maglev'],
    },
  },
})
