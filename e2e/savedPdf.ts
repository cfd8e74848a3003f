import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText } from 'unpdf'

/** The PDF that a press of this button downloads, read back. */
export async function savedPdf(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  const bytes = await readFile(await file.path())
  const { text: pages } = await extractText(new Uint8Array(bytes))
  return { name: file.suggestedFilename(), bytes, pages, text: pages.join(' ').replace(/\s+/g, ' ') }
}
