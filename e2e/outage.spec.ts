import { expect, test } from './fixtures'
import { hurryUntilVisible } from './faults'
import { signIn } from './people'

const apiDown = /\/rest\/v1\//

test('the home screen shows that the server cannot be reached, and recovers by itself', async ({ page, people }) => {
  await signIn(page, await people.customer('Wren'))
  await page.clock.install()
  await page.route(apiDown, (route) => route.abort('connectionrefused'))
  await page.goto('/')
  await hurryUntilVisible(page, page.getByText("We couldn't load your profile."))
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(apiDown)
  await hurryUntilVisible(page, page.getByRole('heading', { name: /^Hello Wren/ }))
})

test('a payment waits for a database that dies and comes back, and is made once', async ({ page, people, server }) => {
  const person = await people.customer('Walt')
  await signIn(page, person, '/pay-transfer')
  await page.getByRole('button', { name: /^Pay\b/ }).click()
  await page.getByLabel('Name on account').fill('Olive Outside')
  await page.getByLabel('Sort code').fill('200000')
  await page.getByLabel('Account number').fill('12345678')
  await page.getByRole('button', { name: 'Check payee details' }).click()
  await page.getByLabel(/^Amount/).fill('60')
  await server.stack.killDatabase()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/checking whether your payment/i).first()).toBeVisible({ timeout: 20_000 })
  await server.stack.restartDatabase()
  await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible({ timeout: 40_000 })
  await expect.poll(() => people.balanceOf(person)).toBe('4940.00')
})

for (const [what, closes] of [
  ['the answer is lost', false],
  ['the page is closed before the answer', true],
] as const)
  test(`a payment that repeats is made and set up once when ${what}`, async ({ page, people, server }) => {
    const person = await people.customer('Rita')
    await signIn(page, person, '/pay-transfer')
    await page.getByRole('button', { name: /^Pay\b/ }).click()
    await page.getByLabel('Name on account').fill('Olive Outside')
    await page.getByLabel('Sort code').fill('200000')
    await page.getByLabel('Account number').fill('12345678')
    await page.getByRole('button', { name: 'Check payee details' }).click()
    await page.getByLabel(/^Amount/).fill('60')
    await page.getByRole('switch', { name: 'Create regular payment?' }).click()
    let requests = 0
    await page.route('**/rest/v1/rpc/pay_and_repeat', async (route) => {
      requests += 1
      if (requests > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    const made = () => server.sql`
      select t.amount::text, r.frequency, r.amount::text as each
      from public.transactions t join public.regular_payments r on r.user_id = t.user_id where t.user_id = ${person.id}`
    await page.getByRole('button', { name: 'Continue' }).click()
    if (closes) {
      await expect.poll(async () => (await made()).length).toBe(1)
      await page.goto('about:blank')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.goto('/pay-transfer')
    }
    await expect(page.getByRole('heading', { name: 'All done.' })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Regular payment set up')).toBeVisible()
    expect([...(await made())]).toEqual([{ amount: '60.00', frequency: 'monthly', each: '60.00' }])
    await page.reload()
    await expect(page.getByText('Regular payment set up')).toBeVisible()
  })
