import type { Page } from '@playwright/test'
import { paths } from '../src/lib/paths'
import { expect, test, type Server } from './fixtures'
import { signIn, type People } from './people'

test.use({ viewport: { width: 1280, height: 900 } })

const lists = [
  paths.adminChat,
  paths.adminTranscripts,
  paths.adminTransactions,
  paths.adminRepair,
  paths.adminBetweenBanks,
  paths.adminUsers,
  paths.adminCases,
  paths.adminApprovals,
  paths.adminManagement,
  paths.adminRules,
  paths.adminAudit,
  paths.adminJobs,
]

/** `waits`: someone waits for an approval, so the first list of the users has a row. */
async function hasRows(people: People, { sql }: Server, { waits }: { waits: boolean }) {
  const person = await people.customer('Stefan')
  const payee = await people.customer('Pia')
  if (waits) await people.signUp('Wanda')
  await people.pay(person, payee, '12.50', 'RENT')
  await sql`
    insert into public.chat_conversations (user_id, status) values (${payee.id}, 'agent_assigned')`
  await people.makeAdmin(person)
  await people.makeSuperAdmin(person)
  return person
}

/** Where the first row of the screen's first list is, or the text for an empty list. */
const firstRow = (page: Page) =>
  page.getByRole('main').locator(':is(tbody tr, li:has([data-opens]), [data-empty]):visible').first()

/** The controls that are not 32 to 36 px high. Links in a text and the boxes of checkboxes are as high as their words. */
const otherHeights = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main :is(button, select, input, summary), header :is(button, a), nav a',
      ),
    ]
      .filter((element) => element.checkVisibility() && !element.matches('[type=checkbox], tbody *, li [data-opens]'))
      .map((element) => [Math.round(element.getBoundingClientRect().height), element.ariaLabel ?? element.innerText])
      .filter(([height]) => Number(height) < 32 || Number(height) > 36),
  )

test('each staff list begins above 300 px, under controls of one height', async ({ page, people, server }) => {
  test.slow()
  await signIn(page, await hasRows(people, server, { waits: true }), lists[0])
  const found: Record<string, unknown> = {}
  for (const path of lists) {
    await page.goto(path)
    await expect(firstRow(page), path).toBeVisible()
    await expect(page.getByText(/^Loading\b/), path).toHaveCount(0)
    const top = Math.round((await firstRow(page).boundingBox())?.y ?? Infinity)
    const heights = await otherHeights(page)
    if (top >= 300 || heights.length > 0) found[path] = { top, heights }
  }
  expect(found).toEqual({})
})

test('a list that follows empty ones begins above 300 px', async ({ page, people, server }) => {
  const person = await hasRows(people, server, { waits: false })
  await server.sql`delete from public.profiles where not approved`
  await server.sql`
    insert into private.approval_requests (kind, user_id, asked_by, reason, state, decided_by, decided_at)
    select 'super_admin', ${person.id}, ${person.id}, 'For the weekend', 'refused', ${person.id}, now()`
  await signIn(page, person, paths.adminUsers)
  for (const path of [paths.adminUsers, paths.adminApprovals]) {
    await page.goto(path)
    const row = page.getByRole('main').locator('tbody tr').first()
    await expect(row, path).toBeVisible()
    await expect(page.getByRole('main').locator('[data-empty]'), path).toBeVisible()
    await expect(page.getByText(/^Loading\b/), path).toHaveCount(0)
    expect((await row.boundingBox())?.y, path).toBeLessThan(300)
  }
})
