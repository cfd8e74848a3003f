import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CardMessage, authorisation, cardOf, messageAbout, processMessage } from '../fixtures/cards'
import { startDatabase } from '../fixtures/database'
import { payAs, externalPayee, ledgerProblems } from '../fixtures/payments'
import { addCustomer } from '../fixtures/people'
import * as fc from 'fast-check'

// Any sequence of messages, of changes of the card and of payments keeps the ledger sound.
const { sql, as } = startDatabase()

const pence = fc.integer({ min: 1, max: 300_000 }).map((amount) => (amount / 100).toFixed(2))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('authorise' as const), amount: pence }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('clear' as const, 'reverse' as const, 'refund' as const),
      amount: pence,
      nth: fc.nat(5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse early' as const), amount: fc.option(pence) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('freeze' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), amount: pence }) },
)

test('after any sequence of messages the balance is the sum of the ledger, and holds are what is pending', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const ada = await addCustomer(sql)
      const sent: CardMessage[] = []
      const approvals: string[] = []
      const send = (message: CardMessage) => {
        sent.push(message)
        return processMessage(sql, message)
      }
      for (const next of steps) {
        const card = await cardOf(sql, ada)
        if (next.do === 'authorise') {
          const id = randomUUID()
          approvals.push(id)
          await send(authorisation({ id, card: card.id, amount: next.amount }))
        } else if (next.do === 'clear' || next.do === 'refund' || next.do === 'reverse') {
          const original = approvals[next.nth % Math.max(approvals.length, 1)] ?? randomUUID()
          await send(messageAbout(original, next.do, next.amount))
        } else if (next.do === 'reverse early') {
          const id = randomUUID()
          approvals.push(id)
          await send(messageAbout(id, 'reverse', next.amount ?? undefined))
          await send(authorisation({ id, card: card.id, amount: '100.00' }))
        } else if (next.do === 'repeat') {
          const message = sent[next.nth % Math.max(sent.length, 1)]
          if (message) await processMessage(sql, message)
        } else if (next.do === 'expire') {
          await sql`
            select private.release_expired_card_payment(p.id, now() + interval '7 days')
            from (select id from public.card_payments where user_id = ${ada.id} order by id offset ${next.nth} limit 1) p`
        } else if (next.do === 'freeze') {
          await as(ada)`select public.set_card_frozen(${card.id}, ${next.on})`
        } else if (next.do === 'replace') {
          await sql`update public.cards set issued_at = issued_at - interval '2 days' where user_id = ${ada.id}`
          await as(ada)`select public.replace_card(${card.id}, 'lost')`
        } else {
          await payAs(sql, ada, { ...externalPayee, amount: next.amount }).catch(() => undefined)
        }
      }
      const [account] = await sql`
        select a.balance >= 0 as is_positive, a.held,
          a.balance = 5000 + coalesce((
            select sum(case when t.incoming then t.amount else -t.amount end)
            from public.transactions t where t.user_id = a.user_id and t.status <> 'failed' and t.reversed_at is null
          ), 0) as is_total_of_list,
          (select coalesce(sum(p.amount), 0.00) from public.card_payments p where p.user_id = a.user_id and p.status = 'approved')::text
            as approved,
          (select coalesce(sum(t.amount), 0.00) from public.transactions t where t.user_id = a.user_id and t.status = 'pending')::text
            as pending
        from public.accounts a where a.id = ${ada.account.id}`
      expect(account).toEqual({
        is_positive: true,
        is_total_of_list: true,
        held: account?.approved,
        approved: account?.approved,
        pending: account?.approved,
      })
      expect(await ledgerProblems(sql)).toEqual([])
    }),
    { numRuns: 40 },
  )
}, 120_000)
