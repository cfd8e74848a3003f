import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../../../local/settings'
import { staffCalls } from '../access/rights/staffCalls'
import { addOtherBank, payment, receive } from '../fixtures/banks'
import { cardOf } from '../fixtures/cards'
import { openChat } from '../fixtures/chat'
import { sendClaim } from '../fixtures/claims'
import { approveNewest, closingReasons, giveNotice } from '../fixtures/closing'
import { type Db, type Person, hintOfRequest, nameCaller, request } from '../fixtures/database'
import { callsOf, definitions } from '../fixtures/definitions'
import { setUndoWindow } from '../fixtures/outgoingPayments'
import { givePasskey } from '../fixtures/passkeys'
import { payAs, payeeAt } from '../fixtures/payments'
import { aCustomer, addAdmin, addCustomer, anAdmin, signUp, withPeople } from '../fixtures/people'
import { callAs, suspendCustomer } from '../fixtures/staff'

const everyRight = [
  'manage_cases',
  'approve_users',
  'financial_support',
  'view_transactions',
  'repair_transactions',
  'manage_chat',
]
const { sql, as, agent, second, payee } = withPeople({
  agent: anAdmin(everyRight),
  second: anAdmin(everyRight),
  payee: aCustomer('Quinn Payee'),
})

const fourEyesAbove = (amount: number | null) =>
  sql`update private.settings set four_eyes_above = ${amount} where only_row`

beforeAll(() => addOtherBank(sql))
beforeEach(async () => {
  await fourEyesAbove(null)
  await sql`delete from private.due_mails where true`
})

type Action = { name: string; args: Record<string, unknown>; people: string[]; isApproved?: boolean }
type Written = {
  messages: { title: string; message: string; names: string[] }[]
  lines: string[]
  letters: { title: string; facts: { name: string; value: string }[] }[]
}
type Preview = { now: Written; approved: Written | null }

const hintOf = (who: Person, run: (db: Db) => PromiseLike<unknown>) => hintOfRequest(sql, who, run)
const idOf = async (rows: PromiseLike<readonly { id: string }[]>) => (await rows)[0]?.id ?? ''

/** Opens the page of what an action is about, as the app does before the dialog. */
async function look(who: Person, { args }: Action) {
  const { p_case_id: caseId, p_user_id: userId, p_transaction_id: transactionId, p_request_id: requestId } = args
  const records: [unknown, (db: Db) => PromiseLike<unknown>][] = [
    [caseId, (db) => db`select public.record_case_view(${String(caseId)})`],
    [userId, (db) => db`select public.record_user_view(${String(userId)}, 'asked')`],
    [transactionId, (db) => db`select public.record_transaction_view(${String(transactionId)}, 'payment_review')`],
    [requestId, (db) => db`select public.record_list_view('approvals')`],
  ]
  for (const [id, record] of records)
    if (id !== undefined) await request(sql, who, async (db) => void (await record(db)))
}
const ask = (who: Person, { name, args }: Pick<Action, 'name' | 'args'>) =>
  callAs<Preview>(
    sql,
    who,
    (db) => db`select public.preview_messages(${name}, ${JSON.stringify(args)}::text::jsonb) as answer`,
  )
const preview = async (who: Person, action: Action) => {
  await look(who, action)
  return ask(who, action)
}
/** Carries the action out. */
const act = (who: Person, { name, args }: Action) =>
  sql.begin(async (db) => {
    await nameCaller(db, who)
    await db`select private.run_action(${name}, ${JSON.stringify(args)}::text::jsonb)`
  })

async function stored(people: string[]) {
  const mails = await sql<{ id: string; title: string; message: string }[]>`
    select m.about_id as id, coalesce(n.title, s.title, 'We couldn''t open your Fernbank account') as title,
      coalesce(n.message, s.message, 'Reason: ' || r.reason) as message
    from private.due_mails m
    left join public.user_notifications n on m.kind = 'note' and n.id = m.about_id
    left join private.security_mails s on m.kind = 'security' and s.id = m.about_id
    left join private.rejections r on m.kind = 'rejection' and r.user_id = m.about_id
    where m.user_id = any (${people}) and m.kind in ('note', 'security', 'rejection')`
  const letters = await sql<{ id: string; letter: Written['letters'][number] }[]>`
    select e.id, e.letter from private.case_events e join private.cases c on c.id = e.case_id
    where c.user_id = any (${people}) and e.letter is not null
    union all
    select c.id, c.letter from private.cases c
    where c.user_id = any (${people}) and c.letter is not null and c.kind <> 'complaint'`
  return { mails: [...mails], letters: [...letters] }
}
/** What a step has sent to these people. */
async function sentBy(people: string[], step: () => PromiseLike<unknown>) {
  const before = await stored(people)
  await step()
  const after = await stored(people)
  const known = new Set([...before.mails, ...before.letters].map(({ id }) => id))
  return {
    mails: after.mails.filter(({ id }) => !known.has(id)),
    letters: after.letters.filter(({ id }) => !known.has(id)).map(({ letter }) => letter),
  }
}
// Some name the minute; a case that the action opens has an id that the preview leaves out.
const shape = (mails: { title: string; message: string }[], letters: Written['letters'], withoutCase: boolean) => ({
  mails: mails.map(({ title, message }) => `${title}: ${message.replaceAll(/\d\d:\d\d/g, 'hh:mm')}`).toSorted(),
  letters: letters.map((letter) => ({
    ...letter,
    facts: letter.facts.filter(({ name }) => !withoutCase || name !== 'Case'),
  })),
})
const shapeOf = (written: Written | null, withoutCase = false) =>
  shape(written?.messages.flatMap((each) => each.names.map(() => each)) ?? [], written?.letters ?? [], withoutCase)

const claimed = async (kind = 'scam') => {
  const payer = await addCustomer(sql, 'Pam Payer')
  const { transaction_id: paid } = await payAs(sql, payer, { ...payeeAt(payee), amount: '1000' })
  return { payer, paid, id: await sendClaim(sql, payer, paid, { kind, at: new Date().toISOString() }) }
}
const complained = async (topic = 'app') => {
  const who = await addCustomer(sql, 'Cora Customer')
  const id = await callAs<string>(
    sql,
    who,
    (db) => db`select public.open_complaint(${topic}, 'It was slow', 'An apology') as answer`,
  )
  return { who, id }
}
const leaving = async () => {
  const payer = await addCustomer(sql, 'Pam Payer')
  await setUndoWindow(sql, payer, '60')
  return { payer, payment: (await payAs(sql, payer, { ...payeeAt(payee), amount: '50' })).transaction_id }
}
const reviewed = async () => {
  const { payer, payment: id } = await leaving()
  await as(agent)`select public.start_payment_review(${id}, 'A report', 'Who asked you?')`
  return { payer, id: await idOf(sql`select id from private.cases where user_id = ${payer.id} and state = 'open'`) }
}
const reported = async () => {
  const [from, to] = [await addCustomer(sql, 'Sam Sender'), await addCustomer(sql, 'Ben Baker')]
  for (const reference of ['one', 'two', 'three', 'four'])
    await payAs(sql, from, { ...payeeAt(to), amount: '0.01', reference })
  const row = await idOf(
    sql`select id from public.transactions where user_id = ${to.id} and incoming order by id desc limit 1`,
  )
  return { to, id: await callAs<string>(sql, to, (db) => db`select public.report_message(${row}) as answer`) }
}
const suspended = async (cause = 'fraud') => {
  const who = await addCustomer(sql, 'Sue Spended')
  await suspendCustomer(sql, agent, who, { cause })
  return { who, id: await idOf(sql`select id from private.cases where user_id = ${who.id} and kind = 'suspension'`) }
}
const frozen = async () => {
  const owner = await addCustomer(sql, 'Fay Frozen')
  await as(owner)`select public.freeze_my_account()`
  return owner
}
const recalled = async () => {
  const receiver = await addCustomer(sql)
  const incoming = payment(receiver)
  await receive(sql, incoming)
  await receive(sql, { id: randomUUID(), type: 'recall', paymentId: incoming.paymentId, reason: 'fraud' })
  return {
    receiver,
    id: await idOf(sql`select movement_id as id from private.bank_payments where id = ${incoming.paymentId}`),
  }
}
const aboutCase = (name: string, id: string, { id: person }: Person, args: object): Action => ({
  name,
  args: { p_case_id: id, ...args },
  people: [person],
})
const aboutUser = (name: string, { id }: Person, args: object = {}, isApproved = false): Action => ({
  name,
  args: { p_user_id: id, ...args },
  people: [id],
  isApproved,
})

/** For each function that is previewed, its uses. */
const actions: Record<string, Record<string, () => Promise<Action>>> = {
  decide_claim: {
    'a refund': async () => {
      const { id, payer } = await claimed()
      return aboutCase('decide_claim', id, payer, { p_refuses: false, p_reason: 'We looked at it' })
    },
    'a refund that two people decide': async () => {
      await fourEyesAbove(100)
      const { id, payer } = await claimed()
      return { ...aboutCase('decide_claim', id, payer, { p_refuses: false, p_reason: 'Yes' }), isApproved: true }
    },
    'a refusal': async () => {
      const { id, payer } = await claimed('unauthorised')
      const args = { p_refuses: true, p_reason: 'It was you', p_standard: 'fraud' }
      return { ...aboutCase('decide_claim', id, payer, args), isApproved: true }
    },
  },
  decide_complaint: {
    'a final response': async () => {
      const { who, id } = await complained()
      return aboutCase('decide_complaint', id, who, { p_outcome: 'upheld', p_response: 'Sorry', p_redress: '25.00' })
    },
    'redress that two people decide': async () => {
      await fourEyesAbove(10)
      const { who, id } = await complained()
      const args = { p_outcome: 'partly_upheld', p_response: 'Sorry', p_redress: '25.00' }
      return { ...aboutCase('decide_complaint', id, who, args), isApproved: true }
    },
  },
  update_complaint: {
    'an update': async () => {
      const { who, id } = await complained()
      return aboutCase('update_complaint', id, who, { p_words: 'We are still looking' })
    },
  },
  send_holding_response: {
    'a letter with the last day': async () => {
      const { who, id } = await complained('payment')
      return aboutCase('send_holding_response', id, who, { p_reason: 'The other bank has not answered' })
    },
  },
  ask_case_customer: {
    'a question that stops the clock': async () => {
      const { id, payer } = await claimed()
      return aboutCase('ask_case_customer', id, payer, { p_question: 'Who asked you?', p_stops_clock: true })
    },
  },
  decide_messages: {
    'messages that are hidden': async () => {
      const { to, id } = await reported()
      return aboutCase('decide_messages', id, to, { p_hides: true, p_reason: 'Read them' })
    },
    'messages that are left': async () => {
      const { to, id } = await reported()
      return aboutCase('decide_messages', id, to, { p_hides: false, p_reason: 'Read them' })
    },
  },
  decide_payment_review: {
    'a release': async () => {
      const { payer, id } = await reviewed()
      return aboutCase('decide_payment_review', id, payer, { p_refuses: false, p_reason: 'It is fine' })
    },
    'a refusal that two people decide': async () => {
      await fourEyesAbove(10)
      const { payer, id } = await reviewed()
      const args = { p_refuses: true, p_reason: 'It is a scam' }
      return { ...aboutCase('decide_payment_review', id, payer, args), isApproved: true }
    },
  },
  extend_payment_review: {
    'the new day': async () => {
      const { payer, id } = await reviewed()
      const [row] = await sql<
        { day: string }[]
      >`select private.due_day(last_at)::text as day from private.cases where id = ${id}`
      return aboutCase('extend_payment_review', id, payer, { p_reason: 'Two reports', p_until: row?.day })
    },
  },
  hold_leaving_payments: {
    'each payment that leaves': async () => {
      const { payer: owner } = await leaving()
      const victim = await addCustomer(sql)
      const { transaction_id: paid } = await payAs(sql, victim, { ...payeeAt(owner), amount: '300' })
      await sendClaim(sql, victim, paid, { at: new Date().toISOString() })
      const id = await idOf(sql`select id from private.cases where user_id = ${owner.id} and kind = 'received'`)
      return aboutCase('hold_leaving_payments', id, owner, { p_reason: 'Claims name it' })
    },
  },
  send_suspension_update: {
    'the news': async () => {
      const { who, id } = await suspended()
      return aboutCase('send_suspension_update', id, who, { p_message: 'We are still looking' })
    },
  },
  ask_to_withdraw_closing: {
    'the account stays': async () => {
      const who = await addCustomer(sql)
      const id = await giveNotice(sql, who)
      return { ...aboutCase('ask_to_withdraw_closing', id, who, { p_reason: 'A mistake' }), isApproved: true }
    },
  },
  start_payment_review: {
    'the question to the payer': async () => {
      const { payer, payment: id } = await leaving()
      const args = { p_transaction_id: id, p_reason: 'A report', p_told: 'Who asked you?' }
      return { name: 'start_payment_review', args, people: [payer.id] }
    },
  },
  reverse_payment: {
    'both customers': async () => {
      const payer = await addCustomer(sql, 'Pam Payer')
      const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount: '100' })
      return {
        name: 'reverse_payment',
        args: { p_transaction_id: id, p_reason: 'Mistake' },
        people: [payer.id, payee.id],
      }
    },
    'both customers, after two people': async () => {
      await fourEyesAbove(10)
      const payer = await addCustomer(sql, 'Pam Payer')
      const { transaction_id: id } = await payAs(sql, payer, { ...payeeAt(payee), amount: '100' })
      const args = { p_transaction_id: id, p_reason: 'Mistake' }
      return { name: 'reverse_payment', args, people: [payer.id, payee.id], isApproved: true }
    },
  },
  freeze_user_card: {
    'the card': async () => {
      const who = await addCustomer(sql)
      return aboutUser('freeze_user_card', who, { p_card_id: (await cardOf(sql, who)).id, p_reason: 'A call' })
    },
  },
  remove_user_device: {
    'the device': async () => {
      const who = await addCustomer(sql)
      const id = await idOf(sql`
        insert into private.devices (user_id, token_hash, name) values (${who.id}, '\\x01', 'Chrome on Mac') returning id`)
      return aboutUser('remove_user_device', who, { p_device_id: id, p_reason: 'A call' })
    },
  },
  request_passkey_removal: {
    'the question, and the removal': async () => {
      const who = await addCustomer(sql)
      const credential = await givePasskey(sql, who, 'Lost phone')
      const id = await idOf(sql`select id from private.passkeys where credential_id = ${credential}`)
      return aboutUser('request_passkey_removal', who, { p_passkey_id: id, p_reason: 'Lost' }, true)
    },
  },
  request_new_address: {
    'the question, and the change': async () => {
      const args = { p_email: `${randomUUID()}@new.example`, p_reason: 'Lost' }
      return aboutUser('request_new_address', await addCustomer(sql), args, true)
    },
  },
  request_approval: {
    'the notice of a closing': async () =>
      aboutUser('request_approval', await addCustomer(sql), { p_kind: 'closing', p_reason: closingReasons }, true),
    'the end of a freeze': async () =>
      aboutUser('request_approval', await frozen(), { p_kind: 'unfreeze', p_reason: 'Seen with passport' }, true),
  },
  approve_request: {
    "a colleague's request": async () => {
      const owner = await frozen()
      await as(second)`select public.request_approval('unfreeze', ${owner.id}, 'Seen with passport')`
      const id = await idOf(sql`select id from private.approval_requests order by id desc limit 1`)
      return { name: 'approve_request', args: { p_request_id: id }, people: [owner.id] }
    },
  },
  approve_users: {
    'two at once': async () => {
      const people = [(await signUp(sql, 'Ann Applicant')).id, (await signUp(sql, 'Abe Applicant')).id]
      return { name: 'approve_users', args: { p_user_ids: people }, people }
    },
  },
  reject_users: {
    'the reason': async () => {
      const { id } = await signUp(sql, 'Ann Applicant')
      return { name: 'reject_users', args: { p_user_ids: [id], p_reason: 'We could not check you' }, people: [id] }
    },
  },
  suspend_user: {
    'all that the screen says': async () =>
      aboutUser('suspend_user', await addCustomer(sql), { p_cause: 'fraud', p_message: 'What was it for?' }),
  },
  restore_user: {
    'the end': async () => aboutUser('restore_user', (await suspended()).who),
    'the new PIN': async () => aboutUser('restore_user', (await suspended('access')).who),
  },
  request_return: {
    'the return': async () => {
      const { receiver, id } = await recalled()
      const args = { p_id: id, p_reason: 'Police report' }
      return { name: 'request_return', args, people: [receiver.id], isApproved: true }
    },
  },
  mark_chat_complaint: {
    'the acknowledgement': async () => {
      const who = await addCustomer(sql)
      const chat = await openChat(sql, who)
      await sql`
        update public.chat_conversations set status = 'agent_assigned', assigned_admin_id = ${agent.id}, agent_name = 'Priya'
        where id = ${chat}`
      const args = { p_conversation_id: chat, p_topic: 'app', p_words: 'It is slow' }
      return { name: 'mark_chat_complaint', args, people: [who.id] }
    },
  },
}
const named = Object.entries(actions).flatMap(([name, kinds]) => Object.keys(kinds).map((what) => ({ name, what })))

async function prepare(name: string, what: string): Promise<Action> {
  const action = await actions[name]?.[what]?.()
  if (action === undefined) throw new Error('no such use')
  return action
}

/** What else of staff writes to a customer, or asks a second administrator, and why it has no preview. */
const others: Record<string, string> = {
  start_call: 'says that the agent is calling, in fixed words, while the phone rings',
  send_pin_to_inbox: 'has the PIN in it, in fixed words: a look at a PIN is audited',
  send_all_pins: 'has PINs in it, as send_pin_to_inbox',
  give_random_pin: 'a security notice in fixed words, as after every change of a PIN',
  update_user: 'a security notice in fixed words, as after every change of a PIN or an address',
  resolve_pin_reset_request: 'fixed words, and nothing that asks first',
  request_payout: 'the payee is checked after the press; approve_request shows it',
  record_recovery: 'books what another bank paid: the customer hears nothing',
  preview_messages: 'carries out one of the others, and undoes it',
  request_payment_rules: 'changes the payment rules: no customer hears of it',
  request_interest_rate: 'changes the rate on savings: the app shows it, and no customer gets a message',
}

const writers = ['notify', 'tell_owner', 'tell_owner_later', 'tell_address', 'owe_mail', 'open_request']
/** Whether a function leads to a message. Another kind of case or request than the one that is named does not count. */
function writesToCustomer(start: string): boolean {
  const reached = new Set([start])
  for (const name of reached) {
    const definition = definitions.get(name)
    if (definition === undefined) continue
    const asks = /request_step\('(?:asked|approved)'/.test(definition.text)
    for (const called of callsOf(definition))
      if (called !== 'private.case_step' && (called !== 'private.request_step' || asks)) reached.add(called)
  }
  return writers.some((writer) => reached.has(`private.${writer}`))
}

describe('a preview of what a decision sends', () => {
  test('exists for each function of staff that writes to a customer, or has a reason why not', async () => {
    const found = [...new Set(staffCalls.map(({ name }) => name))].filter((name) => writesToCustomer(`private.${name}`))
    expect(found.length).toBeGreaterThan(25)
    const previewed = (await sql<{ name: string }[]>`select name from private.previewed_actions()`).map(
      ({ name }) => name,
    )
    expect([...previewed, ...Object.keys(others)].toSorted()).toEqual(found.toSorted())
    expect(Object.keys(actions).toSorted()).toEqual(previewed.toSorted())
  })

  test('is shown in a dialog of each', async () => {
    const root = path.join(projectRoot, 'src/features/staff')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
    const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'))
    const shown = texts.flatMap((text) => [...text.matchAll(/actionOf\(\s*'(\w+)'/g)].map(([, name = '']) => name))
    expect([...new Set(shown)].toSorted()).toEqual(Object.keys(actions).toSorted())
  })

  test.each(named)('is what $name sends: $what', async ({ name, what }) => {
    const action = await prepare(name, what)
    const shown = await preview(agent, action)
    expect(await sentBy(action.people, () => Promise.resolve())).toEqual({ mails: [], letters: [] })

    const now = await sentBy(action.people, () => act(agent, action))
    expect(shapeOf(shown.now)).toEqual(shape(now.mails, now.letters, name === 'mark_chat_complaint'))
    expect(shown.approved !== null).toBe(action.isApproved === true)
    const later = await sentBy(action.people, async () => {
      if (action.isApproved === true) await approveNewest(sql, second)
    })
    expect(action.isApproved === true ? later.mails : now.mails).not.toEqual([])
    expect(shapeOf(shown.approved)).toEqual(shape(later.mails, later.letters, name === 'request_approval'))
  })

  test('says what the timeline of a case says beside the message', async () => {
    const action = await prepare('ask_case_customer', 'a question that stops the clock')
    const shown = await preview(agent, action)
    expect(shown.now.messages).toMatchObject([
      { title: 'We have a question about your case', message: 'Who asked you?' },
    ])
    expect(shown.now.lines).toEqual([expect.stringMatching(/^We need your answer to decide/)])
  })

  test('is for those who may do it, and says no more than the refusal', async () => {
    const { id } = await claimed()
    const args = { p_case_id: id, p_refuses: false, p_reason: 'Yes' }
    const outsider = await addAdmin(sql, ['manage_chat', 'approve_users'])
    const wanted = { name: 'decide_claim', args }
    expect(await hintOf(outsider, (db) => askIn(db, wanted))).toBe('no-permission')
    expect(await hintOf(payee, (db) => askIn(db, wanted))).toBe('no-permission')
    const noReason = { name: 'decide_claim', args: { ...args, p_reason: ' ' } }
    expect(await hintOf(agent, (db) => askIn(db, noReason))).toBe('field:reason')
  })

  test('needs the recorded read of what it is about', async () => {
    const { id } = await claimed()
    const wanted = { name: 'decide_claim', args: { p_case_id: id, p_refuses: false, p_reason: 'Yes' } }
    expect(await hintOf(agent, (db) => askIn(db, wanted))).toBe('not-recorded')
    await as(agent)`select public.record_case_view(${id})`
    expect(await hintOf(agent, (db) => askIn(db, wanted))).toBeNull()
    const owner = await addCustomer(sql)
    const closing = { p_user_id: owner.id, p_kind: 'closing', p_reason: closingReasons }
    expect(await hintOf(agent, (db) => askIn(db, { name: 'request_approval', args: closing }))).toBe('not-recorded')
  })

  test.each(['move_money', 'set_permission', 'get_user_pin', 'preview_messages', 'nothing'])(
    'calls no other function: %s',
    async (name) => {
      expect(await hintOf(agent, (db) => askIn(db, { name, args: { p_user_id: payee.id } }))).toBe('no-preview')
    },
  )

  test('leaves nothing behind: no audit, no count, no money', async () => {
    const action = await prepare('decide_claim', 'a refund')
    await look(agent, action)
    const everything = async () => {
      const [row] = await sql`
        select (select count(*) from private.audit_log) as audit, (select count(*) from private.ledger_entries) as entries,
          (select count(*) from private.approval_requests) as requests, (select sum(balance) from public.accounts) as money`
      return row
    }
    const before = await everything()
    await ask(agent, action)
    expect(await everything()).toEqual(before)
  })
})

const askIn = (db: Db, { name, args }: Pick<Action, 'name' | 'args'>) =>
  db`select public.preview_messages(${name}, ${JSON.stringify(args)}::text::jsonb)`
