import { expect, test } from 'vitest'
import { pay, type Customer } from '../../../local/contract/customers'
import { createMailbox } from '../../../local/mailbox/createMailbox'
import { callFunction, callServed, serveFunction } from '../fixtures/edgeFunctions'
import { aStackCustomer, signUpOverHttp, withStackPeople } from '../fixtures/stack'

const { stack, sql, ada, ben } = withStackPeople({
  ada: aStackCustomer('Ada Payer'),
  ben: aStackCustomer('Ben Payee'),
})

type ReceivedMail = { Subject: string; Text: string; HTML: string }

async function mailsTo({ email }: { email: string }): Promise<ReceivedMail[]> {
  const { mailboxUrl } = stack
  const found = await fetch(`${mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`)
  const { messages } = (await found.json()) as { messages: { ID: string }[] }
  return Promise.all(
    messages.map(async ({ ID }) => (await fetch(`${mailboxUrl}/api/v1/message/${ID}`)).json() as Promise<ReceivedMail>),
  )
}

/** A payment of Ada's for another day, which fails because there is not enough money. */
async function failPayment() {
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const payee = { p_name: ben.name, p_sort_code: ben.account.sortCode, p_account_number: ben.account.accountNumber }
  const checkId = crypto.randomUUID()
  await ada.supabase.rpc('check_payee', { ...payee, p_check_id: checkId }).throwOnError()
  const { data: warnings } = await ada.supabase
    .rpc('assess_payment', { ...payee, p_amount: '900000', p_check_id: checkId })
    .throwOnError()
  await ada.supabase
    .rpc('schedule_outgoing_payment', {
      p_request_id: crypto.randomUUID(),
      p_payment: {
        to_name: ben.name,
        to_sort_code: ben.account.sortCode,
        to_account_number: ben.account.accountNumber,
        amount: '900000',
        check_id: checkId,
        warnings: warnings.map(({ rule }: { rule: string }) => rule),
        warnings_version: 1,
        warnings_shown_at: new Date().toISOString(),
      },
      p_send_on: later,
    })
    .throwOnError()
  const [failed] = await sql`
    select private.send_outgoing_payment(o.id, private.second_attempt(o.due_on)) as state
    from public.outgoing_payments o where o.user_id = ${ada.id}`
  expect(failed).toEqual({ state: 'failed' })
}

const sendAs = (caller: Customer | null) => callFunction(stack, 'send-due-mails', caller, {})

test('any signed-in caller has the mail about a failed payment sent, once', async () => {
  await failPayment()
  expect(await sendAs(null)).toEqual({ status: 401, body: { error: 'Please sign in.' } })
  expect(await sendAs(ben)).toEqual({ status: 200, body: { sent: 1 } })
  expect(await sendAs(ada)).toEqual({ status: 200, body: { sent: 0 } })
  const [mail, ...others] = await mailsTo(ada)
  expect(others).toEqual([])
  expect(mail?.Subject).toBe('Payment not sent')
  const [note] = await sql<{ message: string }[]>`
    select message from public.user_notifications where user_id = ${ada.id}`
  expect(mail?.Text).toContain(note?.message)
  expect(note?.message).toContain('to Ben Payee')
})

test('a suspended customer gets all that their screen says, part by part', async () => {
  const person = await aStackCustomer('Sam Suspended')({ stack, sql })
  await sql`update public.profiles set suspended_at = now() where id = ${person.id}`
  await sql`select private.open_suspension(${person.id}, 'fraud', 'What were your payments for?', null, now())`
  const sections = await sql<{ text: string }[]>`
    select concat(s ->> 'title', ': ', s ->> 'text') as text
    from private.cases c cross join jsonb_array_elements(private.suspension_sections(c)) s where c.user_id = ${person.id}`
  await sendAs(ben)
  const [mail] = await mailsTo(person)
  expect(mail?.Subject).toBe('Your account is suspended')
  expect(sections).toHaveLength(6)
  for (const { text } of sections) expect(mail?.Text.split('\n\n')).toContain(text)
})

test.each([
  ['a customer', 'suspended_at = null', /in your Fernbank mailbox/],
  ['a suspended customer', 'suspended_at = now()', /when you sign in/],
  [
    'a customer whose account is closed',
    "suspended_at = now(), closed_at = now(), closed_by = 'owner'",
    /write to support@fernbank\.example from this address/,
  ],
])('a note to %s says where it can be read', async (_, state, words) => {
  const person = await aStackCustomer('Nora Noted')({ stack, sql })
  await sql.unsafe(`update public.profiles set ${state} where id = '${person.id}'`)
  await sql`select private.owe_mail('note', private.notify(${person.id}, 'case', 'Our decision', 'Our letter says why.'))`
  await sendAs(ben)
  const [mail] = await mailsTo(person)
  expect(mail?.Text).toMatch(words)
  expect(mail?.Text.match(/mailbox|sign in\b|write to/g)).toHaveLength(1)
})

test('a person whose sign-up is rejected gets the reason on one line and without markup, and nothing once approved', async () => {
  const [rejected, approved] = [await signUpOverHttp(stack), await signUpOverHttp(stack)]
  for (const { id } of [rejected, approved]) {
    await sql`insert into private.rejections (user_id, reason) values (${id}, 'No proof of address & name')`
    await sql`select private.owe_mail('rejection', ${id})`
  }
  await sql`delete from private.rejections where user_id = ${approved.id}`
  expect(await sendAs(ben)).toEqual({ status: 200, body: { sent: 1 } })
  const [mail] = await mailsTo(rejected)
  expect(mail?.Subject).toBe("We couldn't open your Fernbank account")
  expect(mail?.Text).toMatch(/^Reason: No proof of address & name\r?$/m)
  expect(mail?.HTML).toContain('No proof of address &amp; name')
  await sql`delete from private.due_mails where about_id = ${approved.id}`
})

test('the mail that answers a forgotten PIN has the link that sets a new one, and the link that freezes', async () => {
  const person = await aStackCustomer('Fred Forgetful')({ stack, sql })
  await sql`insert into private.pin_reset_requests (user_id) values (${person.id})`
  await sql`select private.agree_to_pin_requests(${[person.id]})`
  await sql`update private.pin_reset_requests set agreed_by = ${ben.id} where user_id = ${person.id}`
  await sendAs(ben)
  const [mail] = await mailsTo(person)
  expect(mail?.Subject).toBe('Set your new PIN')
  const [, token = ''] = /\n(?:http\S+)\/new-pin#([0-9a-f]{64})\r?\n/.exec(mail?.Text ?? '') ?? []
  expect(mail?.Text).toMatch(/\/freeze#[0-9a-f]{64}\r?\n/)
  expect(mail?.HTML).toContain(`/new-pin#${token}" style="color:#0b5f4a;font-weight:700">Set my new PIN</a>`)
  const { data } = await ben.supabase
    .rpc('choose_new_pin', { p_token: token, p_pin: '48317', p_request_id: crypto.randomUUID() })
    .throwOnError()
  expect(data).toBe(true)
})

test('a security mail without a link that freezes names the address to write to, for those who cannot sign in', async () => {
  const person = await aStackCustomer('Ida Icy')({ stack, sql })
  await person.supabase.rpc('freeze_my_account').throwOnError()
  await sendAs(ben)
  const [mail] = await mailsTo(person)
  expect(mail?.Text).toContain("If this wasn't you, write to us at once, at support@fernbank.example.")
  expect(mail?.HTML).toContain('href="mailto:support@fernbank.example"')
})

test('the mail about a sign-up with a known address asks its reader to freeze nothing', async () => {
  const person = await aStackCustomer('Kay Known')({ stack, sql })
  await sql`insert into private.known_sign_ups (user_id) values (${person.id})`
  await sql`select private.tell_known_address(${person.id})`
  await sendAs(ben)
  const [mail] = await mailsTo(person)
  expect(mail?.Subject).toBe('You already have an account')
  expect(mail?.Text).toContain("If it wasn't you, there is nothing to do")
  expect(`${mail?.Text} ${mail?.HTML}`).not.toMatch(/freeze|at once/i)
})

test('the mails of a payment with an undo window go to both sides', async () => {
  await ada.supabase.rpc('set_undo_window', { p_seconds: '10' }).throwOnError()
  await pay(ada, ben, 12.5, 'Lunch')
  await sql`
    select private.send_outgoing_payment(o.id, o.send_at) from public.outgoing_payments o where o.user_id = ${ada.id}`
  expect(await sendAs(ada)).toEqual({ status: 200, body: { sent: 3 } })
  const mails = await mailsTo(ada)
  expect(mails.map(({ Subject }) => Subject).toSorted()).toEqual([
    'You paid £12.50 to Ben Payee',
    'Your undo window has changed',
  ])
  // The token in the link, of which the database has the hash.
  const [, token] = /\/freeze#([0-9a-f]{64})\n/.exec(mails.map(({ Text }) => Text).join()) ?? []
  expect(
    await sql`
    select from private.freeze_links where token_hash = sha256(convert_to(${String(token)}, 'utf8'))`,
  ).toHaveLength(1)
  expect((await mailsTo(ben)).map(({ Subject }) => Subject)).toEqual(['You received £12.50 from Ada Payer'])
})

test('a job with the secret key sends, and a mail that failed is sent later', async () => {
  await failPayment()
  const mailbox = await createMailbox({ smtpPort: 0, webPort: 0 })
  await mailbox.close()
  const functions = await serveFunction(stack, 'send-due-mails', {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.smtpPort),
  })
  const call = (token: string) => callServed(functions, stack, 'send-due-mails', { token, body: {} })
  try {
    expect(await call(`${stack.keys.secret}x`)).toMatchObject({ status: 401 })
    expect(await call(stack.keys.publishable)).toMatchObject({ status: 401 })
    expect(await call(stack.keys.secret)).toEqual({ status: 200, body: { sent: 0 } })
  } finally {
    await functions.close()
  }
  expect(await sql`select attempts from private.due_mails where sent_at is null`).toEqual([{ attempts: 1 }])
  await sql`update private.due_mails set taken_until = now() where true`
  expect(await sendAs(ben)).toEqual({ status: 200, body: { sent: 1 } })
  expect(await mailsTo(ada)).toHaveLength(1)
})

type Pushed = { browser: string; topic: string; payload: { notification: Record<string, string> } }

test('a push message is sent to the browser, tried again after a failure, and the browser forgotten when it is gone', async () => {
  const { mailboxUrl } = stack
  const [settings] = await sql<{ key: string }[]>`select push_public_key as key from private.settings`
  const added = await fetch(`${mailboxUrl}/push/browsers`, {
    method: 'POST',
    body: JSON.stringify({ serverKey: settings?.key }),
  })
  const subscription = (await added.json()) as { endpoint: string }
  const browser = subscription.endpoint.split('/').at(-1)
  const answerWith = (status: number | null) =>
    fetch(subscription.endpoint, { method: 'PUT', body: JSON.stringify({ status }) })
  const received = async () =>
    ((await (await fetch(`${mailboxUrl}/push/messages`)).json()) as Pushed[]).filter((one) => one.browser === browser)
  const owed = () => sql`select attempts, sent_at is not null as sent from private.due_mails where kind = 'push'`
  await ben.supabase
    .rpc('save_push_subscription', {
      p_device_token: 'a'.repeat(64),
      p_subscription: subscription,
      p_server_key: settings?.key,
    })
    .throwOnError()
  await sql`delete from private.due_mails where true`

  await answerWith(503)
  await pay(ada, ben, 12.5, 'Lunch')
  expect(await sendAs(ben)).toEqual({ status: 200, body: { sent: 0 } })
  expect(await owed()).toEqual([{ attempts: 1, sent: false }])
  await answerWith(null)
  await sql`update private.due_mails set taken_until = now() where true`
  expect(await sendAs(ada)).toEqual({ status: 200, body: { sent: 1 } })
  expect(await sendAs(ada)).toEqual({ status: 200, body: { sent: 0 } })
  const [row] = await sql<{ id: string }[]>`select id from public.transactions where user_id = ${ben.id} and incoming`
  expect(await received()).toMatchObject([
    {
      topic: row?.id.replaceAll('-', ''),
      payload: {
        web_push: 8030,
        notification: {
          title: 'Fernbank: money arrived',
          tag: `money_in-${row?.id}`,
          navigate: `http://localhost:5173/transactions#payment=${row?.id}`,
        },
      },
    },
  ])
  expect(JSON.stringify(await received())).not.toMatch(/12\.50|Ada|Lunch/)

  await answerWith(410)
  await pay(ada, ben, 3, 'Tea')
  expect(await sendAs(ada)).toEqual({ status: 200, body: { sent: 0 } })
  expect(await sql`select from private.push_subscriptions where user_id = ${ben.id}`).toHaveLength(0)
})

test('the operator is mailed when something goes wrong, once, and when all is well again', async () => {
  const mailbox = await createMailbox({ smtpPort: 0, webPort: 0 })
  const functions = await serveFunction(stack, 'send-due-mails', {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailbox.smtpPort),
    HEALTH_MAIL_TO: 'operator@bank.test',
  })
  const look = async (minutes: number) => {
    await sql`
      update private.health_state set
        checked_at = checked_at - ${minutes} * interval '1 minute', red_at = red_at - ${minutes} * interval '1 minute',
        taken_until = taken_until - ${minutes} * interval '1 minute'`
    await callServed(functions, stack, 'send-due-mails', { token: stack.keys.secret, body: {} })
  }
  const mails = async () => {
    const found = await fetch(`http://127.0.0.1:${mailbox.webPort}/api/v1/messages`)
    return ((await found.json()) as { messages: { Subject: string; Snippet: string; To: { Address: string }[] }[] })
      .messages
  }
  const subjects = async () => (await mails()).map(({ Subject }) => Subject)
  try {
    await sql`delete from private.due_mails where true`
    await look(5)
    expect(await subjects()).toEqual([])
    await sql`insert into private.audit_verifications (broken_rows) values ('{7}')`
    await look(5)
    await look(30)
    expect(await subjects()).toEqual(['Fernbank needs attention'])
    expect(await mails()).toMatchObject([
      { To: [{ Address: 'operator@bank.test' }], Snippet: expect.stringContaining('audit chain is broken') },
    ])
    await sql`delete from private.audit_verifications where true`
    await look(5)
    expect(await subjects()).toHaveLength(1)
    await look(30)
    expect((await subjects()).toSorted()).toEqual(['Fernbank is well again', 'Fernbank needs attention'])
  } finally {
    await functions.close()
    await mailbox.close()
  }
})

test('any secret key of the project starts the job, so that one can be replaced by another', async () => {
  const keys = { default: stack.keys.secret, next: 'sb_secret_next' }
  const functions = await serveFunction(stack, 'send-due-mails', { SUPABASE_SECRET_KEYS: JSON.stringify(keys) })
  const statusFor = async (token: string) =>
    (await callServed(functions, stack, 'send-due-mails', { token, body: {} })).status
  try {
    expect(await Promise.all([keys.next, keys.default, 'sb_secret_nex', ''].map(statusFor))).toEqual([
      200, 200, 401, 401,
    ])
  } finally {
    await functions.close()
  }
})
