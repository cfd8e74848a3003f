import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { expectAccessible } from './axe'
import { signIn } from './people'

/** Waits until this page's requests go through the service worker. */
async function controlled(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The addresses of everything in Cache Storage. */
function cached(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())

test('has a manifest that browsers install from', async ({ page, context }) => {
  await page.goto('/auth')
  const session = await context.newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Fernbank', display: 'standalone', start_url: '/' })
  await controlled(page)
  // A window without a person's profile can never install; nothing else may be missing.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  for (const name of ['icon-192', 'icon-512', 'maskable-512']) {
    const size = await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, `/icons/${name}.png`)
    expect(size).toEqual(name.endsWith('192') ? [192, 192] : [512, 512])
  }
  await expect(page.locator('meta[name="theme-color"]')).toHaveCount(2)
})

test('stores no server response on the device', async ({ page, people }) => {
  await signIn(page, await people.customer('Cleo'))
  await controlled(page)
  for (const path of ['/', '/transactions', '/statements', '/pay-transfer', '/cards', '/insights']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/transactions')
  await expect(page.getByText('£5,000.00').first()).toBeVisible()
  expect((await cached(page)).toSorted()).toEqual(['/icon.svg', '/offline.css', '/offline.html'])
})

test('says honestly that it is offline, and comes back with the connection', async ({ page, context, people }) => {
  await signIn(page, await people.customer('Ossi'))
  await controlled(page)
  await context.setOffline(true)
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText('£')).toHaveCount(0)
  await expect(page).toHaveURL('/transactions')
  expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible()
})

/**
 * A proxy before the web server. It forbids inline scripts, and after `release` it serves the service worker of another
 * build.
 */
async function behindRelease(webUrl: string, context: BrowserContext) {
  let version: string | null = null
  const policy = "default-src 'self'; connect-src *; style-src 'self' 'unsafe-inline'; object-src 'none'"
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const original = await fetch(`${webUrl}${request.url ?? '/'}`, {
      headers: { accept: request.headers.accept ?? '*/*' },
    })
    const headers = {
      'content-type': original.headers.get('content-type') ?? 'text/plain',
      'content-security-policy': policy,
    }
    const body = Buffer.from(await original.arrayBuffer())
    const isNewWorker = version !== null && request.url === '/serviceWorker.js'
    response
      .writeHead(original.status, headers)
      .end(isNewWorker ? body.toString().replace(/version = '[^']+'/, `version = '${version}'`) : body)
  }
  const server = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.once('close', () => server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    release: (name: string) => {
      version = name
    },
  }
}

test('a new version takes over with the next visit, and leaves nothing of the old one', async ({
  page,
  context,
  server,
}) => {
  const front = await behindRelease(server.webUrl, context)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  await page.goto(`${front.url}/auth`)
  await controlled(page)
  const [before] = await cacheNames(page)
  expect(before).toMatch(/^fernbank-offline-[0-9a-f]{12}$/)

  front.release('next')
  await page.reload()
  await expect.poll(() => cacheNames(page)).toEqual(['fernbank-offline-next'])
  await expect(page.getByRole('heading', { name: 'Enter your Security PIN' })).toBeVisible()
  expect(complaints).toEqual([])
})
