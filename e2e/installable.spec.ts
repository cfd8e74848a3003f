import { readdir } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test as base } from './fixtures'
import { expectAccessible } from './axe'
import { signIn } from './people'
import { paths, statementPath } from '../src/lib/paths'

/** A window of its own for each test: a service worker and its files outlive what empties a shared one. */
const test = base.extend({ context: async ({ browser }, use) => use(await browser.newContext()) })

// The other tests run without the service worker.
test.use({ serviceWorkers: 'allow' })

const everyPath = [...Object.values(paths), statementPath('2026-10'), '/no/such/page']

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

/** The address and the text of everything in Cache Storage. */
function cachedTexts(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const open = await Promise.all(names.map((name) => caches.open(name)))
    const responses = await Promise.all(open.map((cache) => cache.matchAll()))
    return Promise.all(responses.flat().map(async (response) => `${response.url}\n${await response.text()}`))
  })
}

/** Opens a screen without loading the page again. */
function openInApp(page: Page, address: string) {
  return page.evaluate((target) => {
    const { idx } = history.state as { idx: number }
    history.pushState({ idx: idx + 1, key: crypto.randomUUID() }, '', target)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}

/** A screen is shown: its heading, nothing that still loads, and no error of the app. */
async function expectScreen(page: Page, address: string) {
  await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
  await expect(page.getByText(/^Loading\b/), address).toHaveCount(0)
  await expect(page.getByText('Unexpected Application Error!'), address).toHaveCount(0)
}

test('a push message is shown unless the app is looked at', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['notifications'])
  await page.goto('/auth')
  await controlled(page)
  const [worker] = context.serviceWorkers()
  // Headless Chromium keeps no notification that could be read again.
  await worker?.evaluate(() => {
    const scope = self as unknown as { registration: object; shown: unknown[] }
    scope.shown = []
    Object.assign(scope.registration, { showNotification: (...shown: unknown[]) => scope.shown.push(shown) })
  })
  const shown = () => worker?.evaluate(() => (self as unknown as { shown: unknown[] }).shown)
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = (body: string) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: baseURL ?? '',
      registrationId,
      data: JSON.stringify({
        web_push: 8030,
        notification: {
          title: 'Fernbank: money arrived',
          body,
          tag: 'money_in-1',
          lang: 'en-GB',
          navigate: '/x',
          image: '/y',
        },
      }),
    })
  await deliver('seen in the app')
  await page.goto('about:blank')
  await deliver('£12.50')
  await expect.poll(shown).toEqual([
    [
      'Fernbank: money arrived',
      {
        body: '£12.50',
        tag: 'money_in-1',
        lang: 'en-GB',
        icon: '/icons/icon-192.png',
        badge: '/icons/maskable-512.png',
        data: { navigate: '/x' },
      },
    ],
  ])
})

test('a click on a notification opens its place in the app, and from the sign-in page after the sign-in', async ({
  page,
  people,
  context,
}) => {
  const customer = await people.customer('Pia')
  await page.goto('/auth')
  await controlled(page)
  const [worker] = context.serviceWorkers()
  // Headless Chromium shows no notifications, so the event has what the worker reads of one.
  const click = (place: string) =>
    worker?.evaluate((to) => {
      const notification = { close: () => undefined, data: { navigate: location.origin + to } }
      self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
    }, place)
  await expect(page.getByRole('textbox', { name: /PIN/ })).toBeVisible()
  await click('/insights')
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).toContain('/insights')
  await page.getByRole('textbox', { name: /PIN/ }).fill(customer.pin)
  await expect(page).toHaveURL(/\/insights$/)
  await click('/notifications?from=push')
  await expect(page).toHaveURL(/\/notifications\?from=push$/)
  await click('//evil.example')
  await expect(page).toHaveURL(/\/notifications\?from=push$/)
})

test('the app has a manifest that browsers install from', async ({ page, context }) => {
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

test('the app stores only its own files on the device, and no answer of the server', async ({
  page,
  people,
  server,
}) => {
  const person = await people.customer('Cleo')
  await signIn(page, person)
  await controlled(page)
  for (const address of ['/', '/statements', '/pay-transfer', '/cards', '/insights', '/chat', '/profile']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/transactions')
  await expect(page.getByText('£5,000.00').first()).toBeVisible()

  const built = await readdir(path.join(server.builtApp, 'assets'))
  // Workers and their fonts make files of data that is not on the device.
  const kept = built.filter((name) => !/^worker-|\.woff$/.test(name))
  const expected = [
    '/',
    '/icon.svg',
    '/manifest.webmanifest',
    '/oldBrowser.js',
    ...kept.map((name) => `/assets/${name}`),
  ]
  expect((await cached(page)).toSorted()).toEqual(expected.toSorted())
  const texts = (await cachedTexts(page)).join('\n')
  expect(texts).toContain('Enter your Security PIN')
  for (const secret of [person.fullName, person.email, person.account?.accountNumber ?? 'none', '5,000.00'])
    expect(texts.includes(secret)).toBe(false)
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0)
})

test('every screen opens without a connection before its first visit, and recovers', async ({
  page,
  context,
  people,
}) => {
  await signIn(page, await people.customer('Ossi'))
  await controlled(page)
  await context.setOffline(true)
  for (const address of everyPath) {
    await openInApp(page, address)
    await expectScreen(page, address)
  }
  // After a full page load the profile is unknown, and each path of an area gets the same answer.
  for (const address of [paths.auth, paths.home, paths.adminUsers, statementPath('2026-10'), '/no/such/page']) {
    await page.goto(address)
    await expectScreen(page, address)
  }
  await page.goto('/transactions')
  await expect(page.getByText("We couldn't load your profile.")).toBeVisible()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page.getByText('£')).toHaveCount(0)
  await expectAccessible(page)

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/transactions')
})

test('a tap on a tab asks the network for no script once the app is on the device', async ({ page, people }) => {
  await signIn(page, await people.customer('Tabea'))
  await controlled(page)
  const downloaded: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !response.fromServiceWorker()) downloaded.push(response.url())
  })
  const tabs = page.getByRole('navigation', { name: 'Main' })
  for (const tab of ['Pay', 'Activity', 'Cards', 'Support', 'Home']) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText(/^Loading\b/)).toHaveCount(0)
  }
  expect(downloaded).toEqual([])
})

/**
 * A proxy before the web server. It forbids other inline scripts than the app's own, and after `release` it serves the service worker of another
 * build, and its page where a page asks for the newest one.
 */
async function behindRelease(webUrl: string, context: BrowserContext) {
  let version: string | null = null
  const asked: string[] = []
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    asked.push(request.url ?? '/')
    const original = await fetch(`${webUrl}${request.url ?? '/'}`, {
      headers: { accept: request.headers.accept ?? '*/*' },
    })
    const scripts = /script-src [^;]+/.exec(original.headers.get('content-security-policy') ?? '')?.[0] ?? ''
    const policy = `default-src 'self'; ${scripts}; connect-src *; style-src 'self' 'unsafe-inline'; object-src 'none'`
    const headers = {
      'content-type': original.headers.get('content-type') ?? 'text/plain',
      'content-security-policy': policy,
    }
    const body = Buffer.from(await original.arrayBuffer())
    const isNewWorker = version !== null && request.url === '/serviceWorker.js'
    const isNewPage = version !== null && request.url === '/?newest'
    response
      .writeHead(original.status, headers)
      .end(
        isNewWorker
          ? body.toString().replace(/(?<=url:.\/.,revision:.)[0-9a-f]+/, version ?? '')
          : isNewPage
            ? body.toString().replaceAll('/assets/', '/assets/next-')
            : body,
      )
  }
  const server = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.once('close', () => server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** The addresses of the requests. */
    asked,
    release: (name: string) => {
      version = name
    },
  }
}

test('the service worker asks for the scripts of the tabs at once, and for the others one after the other', async ({
  page,
  context,
  server,
}) => {
  const { url, asked } = await behindRelease(server.webUrl, context)
  await page.goto(`${url}/auth`)
  await controlled(page)
  const first = await page.locator('script[data-first]').getAttribute('data-first')
  const { screens } = JSON.parse(first ?? '') as { screens: Record<string, { files: string[] }> }
  const byWorker = asked.slice(asked.indexOf('/serviceWorker.js'))
  const places = (screens['/pay-transfer']?.files ?? []).map((file) => byWorker.indexOf(file))
  expect(places.filter((place) => place > 0).length).toBeGreaterThan(3)
  expect(Math.max(...places)).toBeLessThan(byWorker.length / 3)
})

test('a new version waits until the user reloads, and leaves nothing of the old one', async ({
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
  const revisions = () =>
    page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      const keys = await (await caches.open(name)).keys()
      return keys.flatMap(({ url }) => (new URL(url).pathname === '/' ? [new URL(url).search] : []))
    })
  const [before] = await revisions()
  expect(before).toMatch(/^\?__WB_REVISION__=[0-9a-f]{16}$/)

  front.release('0123456789abcdef')
  await page.reload()
  await expect(page.getByText('A new version of Fernbank is ready.')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  // The page is reloading, which ends an evaluation in it.
  await expect(async () => expect(await revisions()).toEqual(['?__WB_REVISION__=0123456789abcdef'])).toPass()
  await expect(page.getByRole('heading', { name: 'Enter your Security PIN' })).toBeVisible()
  await expect(page.getByText('A new version of Fernbank is ready.')).toHaveCount(0)
  expect(complaints).toEqual([])
})

const hasWaitingWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)

test('an old page that meets a newer server is offered the new version at once', async ({ page, context, server }) => {
  const front = await behindRelease(server.webUrl, context)
  await page.goto(`${front.url}/auth`)
  await controlled(page)
  front.release('fedcba9876543210')
  await context.route(/\/rpc\/get_email_by_pin/, (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'PGRST202', message: 'Could not find the function', details: null, hint: null },
    }),
  )
  await page.getByRole('textbox', { name: /PIN/ }).fill('48213')
  await expect(page.getByText('A new version of Fernbank is ready.', { exact: true })).toBeVisible()
  await expect.poll(() => hasWaitingWorker(page)).toBe(true)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a screen that cannot be downloaded says so in place, and appears when the connection returns', async ({
    page,
    context,
    people,
  }) => {
    await signIn(page, await people.customer('Otto'))
    await page.route(/\/assets\//, (route) => route.abort())
    await context.setOffline(true)
    await openInApp(page, '/cards')
    await expect(page.getByText("We couldn't load this screen.")).toBeVisible()
    await expectAccessible(page)
    await page.unroute(/\/assets\//)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Cards', level: 1 })).toBeVisible()
  })
})
