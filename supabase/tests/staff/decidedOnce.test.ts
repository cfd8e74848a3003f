import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOtherBank, payment, receive } from '../fixtures/banks'
import { sendClaim } from '../fixtures/claims'
import { giveNotice } from '../fixtures/closing'
import { type Db, type Person, hintOfRequest } from '../fixtures/database'
import { runJob } from '../fixtures/jobs'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { givePasskey } from '../fixtures/passkeys'
import { ledgerProblems, payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, addCustomer, addSuperAdmin, anAdmin, withPeople } from '../fixtures/people'

const everyRight = ['manage_cases', 'approve_users', 'financial_support', 'view_transactions', 'repair_transactions']
const { sql, as, agent, second, payee } = withPeople({
  agent: anAdmin(everyRight),
  second: anAdmin(everyRight),
  payee: aCustomer('Quinn Payee'),
})

beforeAll(() => addOtherBank(sql))
const fourEyesAbove = (amount: number | null) =>
  sql`update private.settings set four_eyes_above = ${amount} where only_row`
beforeEach(() => fourEyesAbove(null))

const farAhead = '2028-01-01T00:00:00Z'
const hintOf = (person: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, person, run)
const expire = async (id: string) => {
  const [row] = await sql<{ ended: boolean }[]>`select private.expire_case(${id}, ${farAhead}) as ended`
  return row?.ended === true ? null : 'not-due'
}
const newestRequest = async () => {
  const [row] = await sql<{ id: string; state: string }[]>`
    select id, state from private.approval_requests order by id desc limit 1`
  if (!row) throw new Error('no request is stored')
  return row
}
const stateOf = async (id: string) =>
  (await sql<{ state: string }[]>`select state from private.approval_requests where id = ${id}`)[0]?.state
const missing = (what: string): never => {
  throw new Error(`no such ${what}`)
}
const endOutdated = () => runJob(sql, 'end-outdated-requests')

type Subject = { userId: string; transactionId?: string; before?: number; decide: () => PromiseLike<unknown> }
const aSubject = async (decide: (id: string) => PromiseLike<unknown>, before?: number): Promise<Subject> => {
  const { id } = await addCustomer(sql)
  return { userId: id, ...(before !== undefined && { before }), decide: () => decide(id) }
}

const newAddress = 'new@test.example'

/** For each kind of approval: a request about it, and what decides its subject without the request. */
const subjects: Record<string, () => Promise<Subject>> = {
  balance: async () => {
    const { id, account } = await addCustomer(sql)
    return { userId: id, before: 5000, decide: () => sql`select private.adjust_balance(${account.id}, 4000, now())` }
  },
  deletion: () => aSubject((id) => sql`select private.remove_person(${id})`, 5000),
  unfreeze: async () => {
    const owner = await addCustomer(sql)
    await as(owner)`select public.freeze_my_account()`
    return { userId: owner.id, decide: () => sql`select private.begin_unfreezing(${owner.id}, 'A code was used.')` }
  },
  super_admin: () => aSubject((id) => sql`insert into public.user_roles (user_id, role) values (${id}, 'super_admin')`),
  passkey: async () => {
    const owner = await addCustomer(sql)
    const credential = await givePasskey(sql, owner, 'Lost phone')
    const [key] = await sql<{ id: string }[]>`select id from private.passkeys where credential_id = ${credential}`
    return {
      userId: owner.id,
      transactionId: key?.id ?? '',
      decide: () => sql`delete from private.passkeys where id = ${key?.id ?? ''}`,
    }
  },
  closing: () => aSubject((id) => sql`select private.give_closing_notice(${id}, 'A business')`),
  payout: async () => {
    const { id } = await addCustomer(sql)
    const [row] = await sql<{ waiting: string }[]>`select private.money_waiting_for(${id}) as waiting`
    return { userId: id, before: Number(row?.waiting ?? 0), decide: () => sql`select private.remove_person(${id})` }
  },
  sign_in_address: async () => {
    const other = await addCustomer(sql)
    return aSubject(() => sql`update auth.users set email = ${newAddress} where id = ${other.id}`)
  },
  case: async () => {
    const { id, userId } = await claimed()
    return { userId, transactionId: id, before: 1000, decide: () => expire(id) }
  },
  reversal: async () => {
    const payer = await addCustomer(sql)
    const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount: '1000' })
    return {
      userId: payer.id,
      transactionId: id,
      decide: () => as(second)`select public.reverse_payment(${id}, 'Mistake')`,
    }
  },
  recall: async () => {
    const receiver = await addCustomer(sql)
    const incoming = payment(receiver)
    await receive(sql, incoming)
    await receive(sql, { id: randomUUID(), type: 'recall', paymentId: incoming.paymentId, reason: 'fraud' })
    const [row] = await sql<{ id: string }[]>`
      select movement_id as id from private.bank_payments where id = ${incoming.paymentId}`
    const id = row?.id ?? ''
    return {
      userId: receiver.id,
      transactionId: id,
      decide: () => as(receiver)`select public.answer_recall(${id}, true)`,
    }
  },
  rules: async () => {
    const author = await addSuperAdmin(sql)
    const [draft] = await sql<{ rules: string }[]>`
      select jsonb_agg(
        r || jsonb_build_object('threshold', r ->> 'threshold', 'active', r ->> 'name' = 'first_payment')
      )::text as rules
      from jsonb_array_elements(private.rules_in_force()) r`
    const [trial] = await as(author)<{ id: string }[]>`
      select public.try_payment_rules(${draft?.rules ?? ''}::text::jsonb) ->> 'id' as id`
    return {
      userId: author.id,
      transactionId: trial?.id ?? '',
      decide: () => sql`update private.payment_rules set active = not active where name = 'first_payment'`,
    }
  },
  interest_rate: async () => ({
    userId: (await addSuperAdmin(sql)).id,
    before: 0,
    decide: () => sql`insert into private.interest_rates (starts_on, rate) values ('2098-01-01', 2)`,
  }),
}

async function claimed(amount = '1000') {
  const payer = await addCustomer(sql, 'Pam Payer')
  const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount })
  const id = await sendClaim(sql, payer, paid, { at: '2026-11-23T12:00:00Z' })
  return { id, userId: payer.id, account: payer.account.id }
}

const store = async (kind: string, { userId, transactionId, before }: Subject, asker: Person) => {
  await sql`update private.claims set standard = 'fraud' where id = ${transactionId ?? null}`
  const [row] = await sql<{ id: string }[]>`
    insert into private.approval_requests (kind, asked_by, reason, user_id, transaction_id, amount_before, amount_after, decision)
    values (
      ${kind}, ${asker.id}, 'Why', ${userId}, ${transactionId ?? null}, ${before ?? null}, 1,
      ${{ case: 'refused', sign_in_address: newAddress, interest_rate: '2098-01-01' }[kind] ?? null}
    ) returning id`
  return row?.id ?? ''
}

describe('a request whose subject is decided otherwise', () => {
  test('is known for each kind of approval', async () => {
    const [step] = await sql<
      { text: string }[]
    >`select p.prosrc as text from pg_proc p where p.proname = 'request_step'`
    const kinds = [...(step?.text.matchAll(/when '(\w+)' then/g) ?? [])].map(([, kind = '']) => kind)
    expect(Object.keys(subjects).toSorted()).toEqual(kinds.toSorted())
  })

  test.each(Object.keys(subjects))('ends by itself: %s', async (kind) => {
    const boss = await addSuperAdmin(sql, 'Boss', everyRight)
    await sql`insert into public.user_roles (user_id, role) values (${boss.id}, 'admin')`
    const subject = (await subjects[kind]?.()) ?? missing('subject')
    const id = await store(kind, subject, boss)
    await endOutdated()
    expect(await stateOf(id)).toBe('waiting')
    await subject.decide()
    await endOutdated()
    expect(await stateOf(id)).toBe('expired')
  })

  test('stays while only its asker has lost the right, which can come back', async () => {
    const { id, userId } = await claimed()
    const asker = await addSuperAdmin(sql)
    const request = await store('case', { userId, transactionId: id, before: 1000, decide: async () => {} }, asker)
    await endOutdated()
    expect(await stateOf(request)).toBe('waiting')
  })
})

type Subjects = {
  open: () => Promise<string>
  /** A decision that waits for a second person. One person decides the other kinds. */
  ask?: (id: string) => Promise<string | null>
  decisions: Record<string, (id: string) => Promise<string | null>>
}

const approve = async (who: Person) => {
  const { id } = await newestRequest()
  return hintOf(who, (db) => db`select public.approve_request(${id})`)
}
const refuse = async (who: Person) => {
  const { id } = await newestRequest()
  return hintOf(who, (db) => db`select public.refuse_request(${id}, 'No')`)
}
const aboutRequests = {
  'a second person approves': () => approve(second),
  'a second person refuses the request': () => refuse(second),
  'the asker withdraws': () => refuse(agent),
}

const decideClaim = (who: Person, id: string, standard: string | null = null) =>
  hintOf(who, (db) => db`select public.decide_claim(${id}, ${standard !== null}, 'Looked at it', ${standard})`)
const decideReview = (who: Person, id: string, refuses: boolean) =>
  hintOf(who, (db) => db`select public.decide_payment_review(${id}, ${refuses}, 'Spoke to them')`)
const answerComplaint = (who: Person, id: string, redress: string) =>
  hintOf(who, (db) => db`select public.decide_complaint(${id}, 'upheld', 'Looked at it', ${redress})`)
const decideMessages = (who: Person, id: string, hides: boolean) =>
  hintOf(who, (db) => db`select public.decide_messages(${id}, ${hides}, 'Read them')`)
const decideReceived = (who: Person, id: string, hasActed: boolean) =>
  hintOf(who, (db) => db`select public.decide_received(${id}, ${hasActed}, 'Looked at it')`)
const withFourEyes = async (run: () => Promise<string | null>) => {
  await fourEyesAbove(10)
  const hint = await run()
  await fourEyesAbove(null)
  return hint
}

const decidedByTwo: Record<string, Subjects> = {
  claim: {
    open: async () => (await claimed()).id,
    ask: (id) => decideClaim(agent, id, 'fraud'),
    decisions: {
      'the agent refunds': (id) => decideClaim(agent, id),
      'a second person refunds': (id) => decideClaim(second, id),
      'a second person asks to refuse': (id) => decideClaim(second, id, 'fraud'),
      'the clock ends': expire,
    },
  },
  'payment review': {
    open: async () => {
      const payer = await addCustomer(sql)
      await setUndoWindow(sql, payer, '60')
      const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount: '50' })
      await as(agent)`select public.start_payment_review(${id}, 'A scam', 'The account is new.')`
      const [row] = await sql<{ id: string }[]>`select id from private.payment_reviews where payment_id = ${id}`
      return row?.id ?? ''
    },
    ask: (id) => withFourEyes(() => decideReview(agent, id, true)),
    decisions: {
      'the agent releases': (id) => decideReview(agent, id, false),
      'a second person refuses': (id) => decideReview(second, id, true),
      'the clock ends': expire,
    },
  },
  complaint: {
    open: async () => {
      const customer = await addCustomer(sql)
      await as(customer)`select public.open_complaint('app', 'The app was down', 'An apology')`
      const [row] = await sql<{ id: string }[]>`select id from private.cases where user_id = ${customer.id}`
      return row?.id ?? ''
    },
    ask: (id) => withFourEyes(() => answerComplaint(agent, id, '50')),
    decisions: {
      'the agent answers': (id) => answerComplaint(agent, id, '5'),
      'a second person answers': (id) => answerComplaint(second, id, '0'),
    },
  },
  closing: {
    open: async () => giveNotice(sql, await addCustomer(sql)),
    ask: (id) => hintOf(agent, (db) => db`select public.ask_to_withdraw_closing(${id}, 'Mistake')`),
    decisions: {
      'a second person asks too': (id) =>
        hintOf(second, (db) => db`select public.ask_to_withdraw_closing(${id}, 'Mistake')`),
      'the clock ends': expire,
    },
  },
}

/** One person decides these. */
const aloneDecided = {
  messages: {
    open: async () => {
      const [reader, sender] = [await addCustomer(sql), await addCustomer(sql)]
      await payAs(sql, sender, { ...payeeAt(reader), amount: '0.01', reference: 'Answer me' })
      const [reported] = await as(reader)<{ id: string }[]>`
        select public.report_message(t.id) as id from public.transactions t where t.incoming and t.amount = 0.01`
      return reported?.id ?? ''
    },
    decisions: {
      'the agent hides': (id) => decideMessages(agent, id, true),
      'a second person leaves': (id) => decideMessages(second, id, false),
      'the clock ends': expire,
    },
  },
  received: {
    open: async () => {
      const [owner, payer] = [await addCustomer(sql), await addCustomer(sql)]
      const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(owner), amount: '20' })
      await sendClaim(sql, payer, paid, { at: new Date().toISOString() })
      const [row] = await sql<{ id: string }[]>`
        select id from private.cases where user_id = ${owner.id} and kind = 'received'`
      return row?.id ?? ''
    },
    decisions: {
      'the agent has acted': (id) => decideReceived(agent, id, true),
      'a second person has found nothing': (id) => decideReceived(second, id, false),
      'the clock ends': expire,
    },
  },
} satisfies Record<string, Subjects>
const cases: Record<string, Subjects> = { ...decidedByTwo, ...aloneDecided }

const pairsOf = (names: string[]) =>
  names.flatMap((first, place) => names.slice(place).map((other) => [first, other] as const))
const rows = Object.entries(cases).flatMap(([kind, { ask, decisions }]) => [
  ...pairsOf(Object.keys(decisions)).map(([first, other]) => [kind, 'open', first, other] as const),
  ...pairsOf(ask === undefined ? [] : [...Object.keys(decisions), ...Object.keys(aboutRequests)]).map(
    ([first, other]) => [kind, 'waiting for a second person', first, other] as const,
  ),
])

describe('two decisions at the same moment', () => {
  test('are tried for each kind of case that staff decide', async () => {
    const [step] = await sql<{ text: string }[]>`select prosrc as text from pg_proc where proname = 'case_step'`
    const steps = [...(step?.text.matchAll(/private\.(\w+)_case\(/g) ?? [])].map(([, name = '']) =>
      name.replace('_', ' '),
    )
    // A suspension ends with the suspension.
    expect(Object.keys(cases).toSorted()).toEqual(steps.filter((name) => name !== 'suspension').toSorted())
  })

  test.each(rows)('about a case of the kind %s that is %s: %s, and %s', async (kind, state, first, other) => {
    const { open, ask, decisions } = cases[kind] ?? missing('case')
    const all: Subjects['decisions'] = { ...decisions, ...aboutRequests }
    const id = await open()
    expect(state === 'open' ? null : await ask?.(id)).toBeNull()
    await Promise.all([first, other].map(async (name) => (all[name] ?? missing('decision'))(id)))
    const [found] = await sql<{ state: string; decided: number; letters: number; paid: number }[]>`
      select c.state,
        (select count(*)::int from private.audit_log l
          where l.action = 'decide_case' and l.details ->> 'case_id' = c.id::text) as decided,
        (select count(*)::int from public.user_notifications n
          where n.user_id = c.user_id and n.title similar to '(Our decision|Our answer|About the messages)%') as letters,
        (select count(*)::int from public.transactions t
          where t.user_id = c.user_id and t.incoming and t.from_account_holder_name = 'Fernbank'
            and t.reference is distinct from null) as paid
      from private.cases c where c.id = ${id}`
    expect(found?.decided).toBeLessThanOrEqual(1)
    expect(found?.letters).toBeLessThanOrEqual(1)
    expect(found?.paid).toBeLessThanOrEqual(1)
    await endOutdated()
    const waiting = await sql`
      select from private.approval_requests where kind = 'case' and transaction_id = ${id} and state = 'waiting'`
    expect(waiting.length).toBeLessThanOrEqual(found?.state === 'decided' ? 0 : 1)
    expect(await ledgerProblems(sql)).toEqual([])
  })
})

describe('while a refusal waits for a second person', () => {
  test('no administrator refunds, and can once it was refused or withdrawn', async () => {
    for (const end of [() => refuse(second), () => refuse(agent)]) {
      const { id } = await claimed()
      expect(await decideClaim(agent, id, 'fraud')).toBeNull()
      for (const who of [agent, second]) expect(await decideClaim(who, id)).toBe('approval-pending')
      expect(await end()).toBeNull()
      expect(await decideClaim(second, id)).toBeNull()
    }
  })

  test('the clock refunds, and the request ends at once', async () => {
    const { id } = await claimed()
    expect(await decideClaim(agent, id, 'fraud')).toBeNull()
    const { id: request } = await newestRequest()
    expect(await expire(id)).toBeNull()
    expect(await stateOf(request)).toBe('expired')
  })

  test('no administrator decides otherwise about another kind of case', async () => {
    for (const kind of ['payment review', 'complaint']) {
      const { open, ask, decisions } = cases[kind] ?? missing('case')
      const id = await open()
      expect(await ask?.(id)).toBeNull()
      for (const [name, decide] of Object.entries(decisions).filter(([other]) => other !== 'the clock ends'))
        expect([name, await decide(id)]).toEqual([name, 'approval-pending'])
    }
  })
})
