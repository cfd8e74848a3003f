import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Server } from './fixtures'

export type Person = {
  id: string
  fullName: string
  email: string
  pin: string
  /** Null until an account was opened. */
  account: { sortCode: string; accountNumber: string } | null
  /** Opens a session through the API. Returns the entry of the local storage in which the app keeps it. */
  openSession(): Promise<StoredSession>
}

type StoredSession = { origin: string; name: string; value: string }

// Of this worker, whose tests share a server.
let nextPin = 30_000

/** Creates users as the app does: sign-up, a PIN from the database, approval, an account. */
export function createPeople({ stack, sql, webUrl }: Server) {
  async function signUp(firstName: string): Promise<Person> {
    const email = `${firstName.toLowerCase()}-${randomUUID()}@people.example`
    const fullName = `${firstName} Tester`
    const response = await fetch(`${stack.apiUrl}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: stack.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: randomUUID(), data: { full_name: fullName } }),
    })
    if (!response.ok) throw new Error(`sign-up answered ${response.status}`)
    const session = (await response.json()) as { user: { id: string } }
    // A PIN of its own, so that it alone finds its owner in each window.
    const pin = String((nextPin += 1))
    await sql`select private.set_pin(${session.user.id}, ${pin})`
    return { id: session.user.id, fullName, email, pin, account: null, openSession: () => storedSession(email, pin) }
  }

  async function approve(person: Person) {
    await sql`update public.profiles set approved = true where id = ${person.id}`
  }

  async function approveByEmail(email: string) {
    await sql`update public.profiles set approved = true where id = (select id from auth.users where email = ${email})`
  }

  /** Turns payment mails on, as the settings screen does. Without it, only payments that the user makes are mailed. */
  async function wantMails(person: Person) {
    await sql`update public.profiles set notification_email = ${person.email} where id = ${person.id}`
  }

  async function revokeApproval(person: Person) {
    await sql`update public.profiles set approved = false where id = ${person.id}`
  }

  async function requestSession(email: string, pin: string): Promise<string> {
    const response = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: stack.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: `${pin}0` }),
    })
    if (!response.ok) throw new Error(`sign-in answered ${response.status}`)
    return response.text()
  }

  /** Pays through the API as the payer, with the payee checked and the warnings ticked. `amount` in pounds: '12.50'. */
  async function pay(payer: Person, payee: Person, amount: string, reference: string | null) {
    const session = JSON.parse(await requestSession(payer.email, payer.pin)) as { access_token: string }
    const call = async (name: string, args: object) => {
      const response = await fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: {
          apikey: stack.keys.publishable,
          authorization: `Bearer ${session.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(args),
      })
      if (!response.ok) throw new Error(`${name} was answered ${response.status}: ${await response.text()}`)
      return response
    }
    const checkId = randomUUID()
    const to = { p_sort_code: payee.account?.sortCode, p_account_number: payee.account?.accountNumber }
    await call('check_payee', { p_check_id: checkId, p_name: payee.fullName, ...to })
    const assessed = await call('assess_payment', {
      p_name: payee.fullName,
      ...to,
      p_amount: amount,
      p_check_id: checkId,
    })
    const rules = (await assessed.json()) as { rule: string }[]
    await call('make_payment', {
      p_request_id: randomUUID(),
      p_payment: {
        to_name: payee.fullName,
        to_sort_code: to.p_sort_code,
        to_account_number: to.p_account_number,
        amount,
        reference,
        check_id: checkId,
        warnings: rules.map(({ rule }) => rule),
        warnings_version: 1,
        warnings_shown_at: new Date().toISOString(),
      },
    })
  }

  async function storedSession(email: string, pin: string): Promise<StoredSession> {
    const name = `sb-${new URL(stack.apiUrl).hostname.split('.')[0]}-auth-token`
    const value = await requestSession(email, pin)
    return { origin: webUrl, name, value }
  }

  /** An approved customer with the opening £5,000.00. */
  async function customer(
    firstName: string,
  ): Promise<Person & { account: { sortCode: string; accountNumber: string } }> {
    const person = await signUp(firstName)
    await approve(person)
    await sql`select private.open_account(${person.id}::uuid)`
    const [account] = await sql<{ sort_code: string; account_number: string }[]>`
      select sort_code, account_number from public.accounts where user_id = ${person.id}`
    if (account === undefined) throw new Error('no account was opened')
    return { ...person, account: { sortCode: account.sort_code, accountNumber: account.account_number } }
  }

  /** Suspends a customer as staff do. The session stays, as after a new sign-in. */
  async function suspend(person: Person, cause: 'fraud' | 'access' = 'fraud') {
    await sql`update public.profiles set suspended_at = now() where id = ${person.id}`
    await sql`update public.accounts set is_frozen = true where user_id = ${person.id}`
    await sql`select private.open_suspension(${person.id}, ${cause}, 'What were your payments for?', null, now())`
  }

  /** The stored balance, in pounds as text: '5000.00'. */
  async function balanceOf(person: Person): Promise<string | undefined> {
    const [row] = await sql<{ balance: string }[]>`select balance from public.accounts where user_id = ${person.id}`
    return row?.balance
  }

  /** Grants the role admin with these permissions, by default with all. */
  async function makeAdmin(person: Person, permissions: string[] | null = null) {
    await sql`insert into public.user_roles (user_id, role) values (${person.id}, 'admin')`
    await sql`
      insert into public.admin_permissions (admin_id, permission)
      select ${person.id}, unnest(coalesce(${permissions}::text[], private.permissions()))`
  }

  async function makeSuperAdmin(person: Person) {
    await sql`insert into public.user_roles (user_id, role) values (${person.id}, 'super_admin')`
  }

  return {
    signUp,
    approve,
    approveByEmail,
    wantMails,
    revokeApproval,
    pay,
    customer,
    suspend,
    balanceOf,
    makeAdmin,
    makeSuperAdmin,
  }
}

export type People = ReturnType<typeof createPeople>

let storedSessions = 0

/**
 * The next page that this page's browser context loads finds only this session in its storage. `setStorageState` opens a
 * page of its own for this, which costs half as much as to load the app.
 */
export async function storeSession(page: Page, person: Person) {
  storedSessions += 1
  await page.context().addInitScript(
    ({ session: { origin, name, value }, turn }) => {
      // Runs in every page: a later one keeps what the app has made of the session.
      if (location.origin !== origin || Number(localStorage.getItem('stored-sessions')) >= turn) return
      localStorage.clear()
      sessionStorage.clear()
      localStorage.setItem('stored-sessions', String(turn))
      localStorage.setItem(name, value)
    },
    { session: await person.openSession(), turn: storedSessions },
  )
}

/**
 * Signs in through the API, which takes a tenth of the time that the sign-in screen takes, and opens `path`.
 * Without `path` it opens the home screen and waits for it.
 */
export async function signIn(page: Page, person: Person, path?: string) {
  await storeSession(page, person)
  await page.goto(path ?? '/')
  if (path === undefined) await page.getByRole('heading', { name: /^Hello/ }).waitFor()
}

/** Signs in on the sign-in screen. */
export async function signInWithPin(page: Page, person: { pin: string }) {
  await page.goto('/auth')
  await page.getByRole('textbox', { name: /PIN/ }).fill(person.pin)
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
}
