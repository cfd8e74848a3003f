import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { signIn } from './people'

// What needs a browser: its history, touch, view transitions and the layout.

const sheet = (page: Page) => page.getByRole('dialog', { name: 'More options' })

async function openSheet(page: Page) {
  await page.getByRole('button', { name: 'More options' }).click()
  await expect(sheet(page)).toBeVisible()
}

test('the browser’s Back closes a sheet, and leaves no entry of a closed one', async ({ page, people }) => {
  await signIn(page, await people.customer('Bridget'))
  const tabs = page.getByRole('navigation', { name: 'Main' })
  const cards = tabs.getByRole('link', { name: 'Cards' })
  await cards.hover()
  await page.mouse.down()
  // The press shows before the screen changes.
  await expect(cards).toHaveCSS('opacity', '0.6')
  await page.mouse.up()
  await expect(page.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Activity' }).click()
  await openSheet(page)
  await page.goBack()
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL('/transactions')

  await openSheet(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await openSheet(page)
  await sheet(page).getByRole('button', { name: 'Close' }).click()
  await expect(sheet(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBeUndefined()
  await page.goBack()
  await expect(page).toHaveURL('/cards')
})

test('a finger drags a sheet down to close it; a short drag returns it', async ({ page, people }) => {
  await signIn(page, await people.customer('Dragan'), '/transactions')
  await openSheet(page)
  const top = async () => Math.round((await sheet(page).boundingBox())?.y ?? 0)
  // The sheet slides up first.
  await sheet(page).evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  const start = await top()
  const finger = await page.context().newCDPSession(page)
  const drag = async (distance: number, steps: number) => {
    const touch = (type: 'touchStart' | 'touchMove', y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 120, y }] })
    await touch('touchStart', start + 20)
    for (let step = 1; step <= steps; step += 1) await touch('touchMove', start + 20 + (distance * step) / steps)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await drag(15, 3)
  await expect.poll(top).toBe(start)
  await drag(240, 6)
  await expect(sheet(page)).toBeHidden()
})

/** How many view transitions the page has started. */
async function countTransitions(page: Page) {
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    const { dataset } = document.documentElement
    dataset.transitions = '0'
    document.startViewTransition = (update) => {
      dataset.transitions = String(Number(dataset.transitions) + 1)
      return start(update)
    }
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.transitions))
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`screens change with${reducedMotion === 'reduce' ? 'out' : ''} a view transition: ${reducedMotion}`, async ({
    page,
    people,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await signIn(page, await people.customer('Moira'))
    await expect(page.getByRole('link', { name: 'Everyday current account' })).toBeVisible()
    const transitions = await countTransitions(page)
    await page.getByRole('link', { name: 'Everyday current account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeFocused()
    await expect.poll(transitions).toBe(reducedMotion === 'reduce' ? 0 : 1)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeFocused()
    await expect.poll(transitions).toBe(reducedMotion === 'reduce' ? 0 : 2)

    // Back also returns to the place on the screen.
    await page.setViewportSize({ width: 390, height: 480 })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Support' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeFocused()
    await page.getByRole('link', { name: 'Profile' }).scrollIntoViewIfNeeded()
    // A click that meets a moving target is tried again after another scroll.
    const placeAtClick = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          window.addEventListener('click', () => resolve(window.scrollY), { once: true, capture: true })
        }),
    )
    await page.getByRole('link', { name: 'Profile' }).click()
    const place = await placeAtClick
    expect(place).toBeGreaterThan(100)
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/more')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
    if (reducedMotion === 'reduce') {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click()
      await openSheet(page)
      const longest = () =>
        Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration)))
      expect(await page.evaluate(longest)).toBeLessThan(1)
    }
  })
}

test('a toast is above the tab bar on a phone, and at the bottom right on a desktop', async ({ page, people }) => {
  const person = await people.customer('Tove')
  await people.pay(person, await people.customer('Ulla'), '3.00', null)
  await signIn(page, person)
  await page.getByRole('button', { name: 'Mailbox' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Notifications Cleared' })
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.keyboard.press('Escape')
  await expect(toast).toBeVisible()
  const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  const box = await toast.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(tabs?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(async () => ((await toast.boundingBox())?.x ?? 0) > 640).toBe(true)
})

test('a toast does not cover the sheet that raised it', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Forgotten details?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot your PIN?' })
  await dialog.getByRole('button', { name: 'Send Request' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Email required' })
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect(box?.y).toBeGreaterThan(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((await dialog.boundingBox())?.y ?? 0)
})

test('the staff navigation shows every entry on a desktop, and the open one and its tab on a phone', async ({
  page,
  people,
}) => {
  const person = await people.customer('Nils')
  await people.makeAdmin(person)
  await people.makeSuperAdmin(person)
  await signIn(page, person, '/admin/jobs')
  const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link')
  const tabs = page.getByRole('navigation', { name: 'Control' }).getByRole('link')
  await expect(links.filter({ hasText: 'Control' })).toBeInViewport({ ratio: 1 })
  await expect(tabs.filter({ hasText: 'Jobs' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 900 })
  // The tests of a worker share a database: a chat or a case of another one may wait, and is counted.
  await expect(links).toHaveText([/^Overview$/, /^Chat/, /^Payments$/, /^Users/, /^To do/, /^Control$/])
  for (const link of [...(await links.all()), ...(await tabs.all())]) await expect(link).toBeInViewport({ ratio: 1 })
  // One line beside the name, and one of tabs.
  expect((await page.getByRole('main').boundingBox())?.y).toBeLessThan(90)
  await tabs.filter({ hasText: 'Audit' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
})
