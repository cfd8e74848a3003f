import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  // Every worker runs a whole bank of its own: database, API, mailbox and web server.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // CI shares its two cores with whatever else the machine does. What passes only the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Two shared cores run two banks and two browsers: a whole journey with axe on every screen takes its time.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Pictures of every step cost a third of the machine: in CI only what failed once is traced.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
})
