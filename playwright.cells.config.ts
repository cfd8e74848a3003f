import { defineConfig } from '@playwright/test'
import config from './playwright.config'

/** `npm run e2e:cells`: the journey through two cells. It starts two stacks, so it is not part of `npm test`. */
export default defineConfig({
  ...config,
  testDir: 'e2e/cells',
  testIgnore: [],
  globalSetup: './e2e/cells/globalSetup.ts',
  workers: 1,
})
