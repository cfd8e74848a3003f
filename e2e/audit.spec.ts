import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn, storeSession, type People } from './people'
import { searched } from './staffSearch'

test.use({ viewport: { width: 1280, height: 900 } })

const rows = (page: Page) => page.getByRole('table', { name: 'Audit' }).getByRole('row')

async function open(page: Page, people: People, firstName: string) {
  const boss = await people.customer(firstName)
  await people.makeSuperAdmin(boss)
  await signIn(page, boss, '/admin/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  return boss
}

test('says who did what to whom and when, and filters', async ({ page, people, server }) => {
  const target = await people.customer('Tara')
  const boss = await people.customer('Bob')
  await people.makeSuperAdmin(boss)
  await signIn(page, boss, '/admin/management')
  await page.getByRole('searchbox').fill(target.email)
  await page.keyboard.press('Enter')
  await searched(page)
  await page.getByRole('button', { name: 'Make Admin: Tara Tester' }).click()
  await page.getByText('Admin role granted', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Approve Users' }).first().waitFor()
  await page.getByRole('link', { name: 'View audit' }).click()

  const newest = rows(page).filter({ hasText: 'Granted a role' }).first()
  await expect(newest).toContainText('Bob Tester')
  await expect(newest).toContainText('role:admin')
  await expect(newest).toContainText('Tara Tester')
  await expect(newest.locator('time')).toHaveText(/, \d\d:\d\d:\d\d$/)
  await expectAccessible(page)

  // A link to the row shows it, and the search finds it by the words of the action.
  const number = await newest.getByRole('link', { name: /^Row/ }).textContent()
  await newest.getByRole('link', { name: /^Row/ }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/audit#row=${number}$`))
  await page.reload()
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('searchbox').fill('granted a role')
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(1)).toContainText('Tara Tester')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/)
  await page.getByRole('button', { name: 'Clear search' }).click()

  await page.getByLabel('Action', { exact: true }).selectOption('Granted a role')
  await page.getByRole('button', { name: 'Only what was done to Tara Tester' }).first().click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 2, name: 'Records' })).toBeFocused()
  await page.getByRole('button', { name: 'To whom: Tara Tester. Remove' }).click()
  await page.getByRole('button', { name: 'Only what was done by Bob Tester' }).first().click()
  await expect(rows(page)).toHaveCount(2)
  await expectAccessible(page)

  // Today in London, and the day before.
  const [day] = await server.sql<{ today: string; yesterday: string }[]>`
    select (now() at time zone 'Europe/London')::date::text as today,
      ((now() at time zone 'Europe/London')::date - 1)::text as yesterday`
  await page.getByLabel('From').fill(day?.today ?? '')
  await page.getByLabel('To', { exact: true }).fill(day?.today ?? '')
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('From').fill(day?.yesterday ?? '')
  await page.getByLabel('To', { exact: true }).fill(day?.yesterday ?? '')
  await expect(page.getByText('Nothing in the audit matches this filter')).toBeVisible()
})

test('the number of failed jobs leads to what failed', async ({ page, people, server }) => {
  await server.sql`
    insert into cron.job_run_details (jobid, status, return_message, start_time, end_time)
    select jobid, 'failed', 'deadlock detected: carla@example.test', now(), now()
    from cron.job where jobname = 'remove-old-chat-times'`
  await open(page, people, 'Jo')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: /^Failed jobs.*1 job fails now/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  const jobs = page.getByRole('table', { name: 'All jobs' }).getByRole('row')
  await expect(jobs.nth(1)).toContainText(/^Delete old waiting and handling times of chats.*Failing/)
  await expect(page.getByText('It waited too long for rows that something else was changing.')).toBeVisible()
  await expectAccessible(page)
})

test('can be read on a phone', async ({ page, people, server }) => {
  const subject = await people.customer('Tim')
  await server.sql`select private.audit('copy_pin', 'person', ${subject.id})`
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, people, 'Bo')
  await page.getByRole('button', { name: 'Only what was done to Tim Tester' }).tap()
  await expect(rows(page).nth(1)).toContainText('Copied a PIN')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('reads on page by page', async ({ page, people, server }) => {
  const subject = await people.customer('Pia')
  await server.sql`select private.audit('copy_pin', 'person', ${subject.id}) from generate_series(1, 60)`
  await open(page, people, 'Bea')
  await page.getByRole('button', { name: 'Only what was done to Pia Tester' }).first().click()
  await expect(rows(page)).toHaveCount(51)
  const pages = page.getByRole('navigation', { name: 'Pages of the audit' })
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(11)
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(rows(page)).toHaveCount(51)
})

test('the chain is verified, and a row that was tampered with is named', async ({ page, people, server }) => {
  const subject = await people.customer('Rae')
  await server.sql`select private.audit('copy_pin', 'person', ${subject.id})`
  await open(page, people, 'Bix')
  const verify = page.getByRole('button', { name: 'Verify chain' })
  await verify.click()
  await expect(page.getByRole('status').filter({ hasText: 'The chain is intact' })).toBeVisible()

  // Only a superuser of the database can do this. The test undoes it, so that other tests find an intact chain.
  const tamper = (action: string) =>
    server.sql.begin(async (sql) => {
      await sql`alter table private.audit_log disable trigger user`
      await sql`update private.audit_log set action = ${action} where subject_id = ${subject.id}`
      await sql`alter table private.audit_log enable always trigger audit_log_is_append_only`
      await sql`alter table private.audit_log enable always trigger audit_log_is_never_rewritten`
      await sql`alter table private.audit_log enable always trigger chain_audit_row`
      await sql`alter table private.audit_log enable always trigger name_audit_row`
    })
  await tamper('send_pin')
  const [row] = await server.sql<
    { id: string }[]
  >`select id::text from private.audit_log where subject_id = ${subject.id}`
  await verify.click()
  await expect(page.getByRole('alert').filter({ hasText: `row ${row?.id} has been tampered with` })).toBeVisible()

  // The nightly job finds it too. The bar is on every staff screen until a super admin has looked.
  await server.sql`select private.check_audit_chain()`
  const bar = page.getByRole('alert', { name: 'Alarm about the audit' })
  await page.goto('/admin/management')
  await expect(bar).toContainText(`broken at row ${row?.id}`)
  await expectAccessible(page)
  await bar.getByRole('link', { name: 'Look at the row' }).click()
  await expect(rows(page).nth(1)).toContainText('Rae Tester')
  await bar.getByRole('button', { name: 'I have looked' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'I have looked' }).click()
  await expect(bar).toBeEmpty()
  await page.goto('/admin/audit')
  await expect(rows(page).nth(1)).toContainText('Looked at a broken row of the audit')

  await tamper('copy_pin')
  await server.sql`delete from private.audit_checks`
  await verify.click()
  await expect(page.getByRole('status').filter({ hasText: 'The chain is intact' })).toBeVisible()
})

test('an admin with every permission is sent home', async ({ page, people }) => {
  const admin = await people.customer('Dex')
  await people.makeAdmin(admin, ['manage_chat', 'view_transactions', 'repair_transactions', 'approve_users'])
  await storeSession(page, admin)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/admin/audit')
  await expect(page.getByText('Only super admins can access this page')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(asked.filter((path) => path.includes('list_audit'))).toEqual([])
})
