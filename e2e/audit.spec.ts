import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { signIn, type People } from './people'

test.use({ viewport: { width: 1280, height: 900 } })

const rows = (page: Page) => page.getByRole('table', { name: 'Audit' }).getByRole('row')

async function open(page: Page, people: People, firstName: string) {
  const boss = await people.customer(firstName)
  await people.makeSuperAdmin(boss)
  await signIn(page, boss, '/admin/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  return boss
}

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
  await server.sql`select private.verify_audit_chain()`
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
  await server.sql`delete from private.audit_verifications`
  await verify.click()
  await expect(page.getByRole('status').filter({ hasText: 'The chain is intact' })).toBeVisible()
})
