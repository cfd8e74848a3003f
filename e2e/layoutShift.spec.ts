import { paths, savingsPath, statementPath, statementsPath } from '../src/lib/paths'
import { signInAs } from './agent'
import { expect, test } from './fixtures'
import { signIn } from './people'
import { readShifts } from './shifts'

const month = new Date().toLocaleDateString('sv', { timeZone: 'Europe/London' }).slice(0, 7)
/** A signed-in customer who opens one of these gets the home screen. */
const redirecting = new Set<string>([paths.auth, paths.pendingApproval])
const customerPaths = Object.values(paths).filter((path) => !path.startsWith('/admin/') && !redirecting.has(path))
/** It says 'Loading...' when it is opened without a payment, as specified. */
const alwaysLoading = new Set<string>([paths.paymentDetails])

/** A small phone and a desktop. `accessibility.spec.ts` loads the screens on a phone of 390 px. */
const sizes = [
  { width: 320, height: 640 },
  { width: 1280, height: 900 },
]

for (const size of sizes) {
  test(`nothing on a customer screen of ${size.width} px moves while it loads`, async ({ page, people, server }) => {
    const [payer, payee] = [await people.customer('Stella'), await people.customer('Pia')]
    await page.setViewportSize(size)
    await signIn(page, payer)
    const found: Record<string, unknown> = {}
    const visit = async (path: string, who = '') => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByText(/^Loading\b/), path).toHaveCount(alwaysLoading.has(path) ? 1 : 0)
      const shifts = await readShifts(page)
      if (shifts.length > 0) found[path + who] = shifts
    }
    await visit(paths.home, ' of a new customer')
    for (const reference of ['Lunch', 'Rent', 'Gift']) await people.pay(payer, payee, '12.50', reference)
    const { data: savingsId } = await (
      await signInAs(server, payer)
    )
      .rpc('open_savings_account', { p_name: 'Holiday', p_colour: 'blue', p_goal: '500' })
      .throwOnError()
    // A banner on the support screen and a badge on its tab.
    await server.sql`
      with chat as (
        insert into public.chat_conversations (user_id, status) values (${payer.id}, 'agent_assigned') returning id
      )
      insert into public.chat_messages (conversation_id, sender_type, message)
      select id, 'agent', 'How can I help?' from chat`
    // A card that waits for its activation.
    await server.sql`select private.renew_card(id, expires_on::timestamptz) from public.cards where user_id = ${payer.id}`
    const suspendedPaths = ['/#', '/#chat', '/#complaint', '/#statements', `/#${month}`]
    const ofSavings = [savingsPath(savingsId), statementsPath(savingsId), statementPath(month, savingsId)]
    for (const path of [...customerPaths, statementPath(month), ...ofSavings, ...suspendedPaths]) {
      if (path === suspendedPaths[0]) await people.suspend(payer)
      // A change of the fragment alone loads nothing.
      if (suspendedPaths.includes(path)) await page.goto('about:blank')
      await visit(path)
    }
    expect(found).toEqual({})
  })
}
