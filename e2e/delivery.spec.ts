import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from './fixtures'

test('no secret key is in what browsers get', async ({ server }) => {
  const { keys } = server.stack
  const files = await readdir(server.builtApp, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(path.join(file.parentPath, file.name), 'utf8')),
  )
  const everything = texts.join('\n')
  // Else the search below would look in the wrong place.
  expect(everything).toContain(keys.publishable)
  for (const secret of [keys.secret, keys.jwtSecret, 'sb_secret_', 'service_role', server.stack.databaseUrl]) {
    expect(everything.includes(secret)).toBe(false)
  }
})

test('every answer carries the security headers', async ({ request }) => {
  for (const address of ['/', '/auth', '/serviceWorker.js', '/icon.svg']) {
    const headers = (await request.get(address)).headers()
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['permissions-policy']).toContain('geolocation=()')
  }
  expect((await request.get('/serviceWorker.js')).headers()['cache-control']).toBe('no-cache')
})

test('an injected script does not run', async ({ browser, policyViolations }) => {
  const page = await browser.newPage()
  await page.goto('/auth')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "smuggled"'
    document.body.append(script)
  })
  await expect(page).not.toHaveTitle('smuggled')
  expect(policyViolations.splice(0)).toEqual([expect.stringContaining("'script-src 'self' 'sha256-")])
  await page.close()
})
