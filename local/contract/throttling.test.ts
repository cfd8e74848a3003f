import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openApp, type App } from './app'
import { newCustomer, type Customer } from './customers'

const message = 'Too many attempts. Please try again later.'

let app: App
let ada: Customer

beforeAll(async () => {
  app = await openApp()
  ada = await newCustomer(app, app.database, 'Ada Guessed')
})
beforeEach(forgetAttempts)
afterAll(async () => {
  // The other files sign in from this address too.
  await forgetAttempts()
  await app.close()
})

async function forgetAttempts(): Promise<void> {
  await app.database`delete from private.attempts where true`
}

function visitor() {
  return createClient(app.apiUrl, app.publishableKey, { auth: { persistSession: false } })
}

test('the password hook locks a user after five wrong passwords, also for the right one', async () => {
  const password = 'the right password'
  await app.database`
    update auth.users set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 4))
    where id = ${ada.id}`
  const { auth } = visitor()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { error } = await auth.signInWithPassword({ email: ada.email, password: 'wrong' })
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  }
  const locked = await auth.signInWithPassword({ email: ada.email, password })
  expect(locked.error).toMatchObject({ status: 429, message: `${message} minutes:1` })
  await forgetAttempts()
  expect((await auth.signInWithPassword({ email: ada.email, password })).error).toBeNull()
})

test('a visitor freezes an account with the token of a link, and is told that a wrong one does not', async () => {
  const token = crypto.randomUUID()
  const carol = await newCustomer(app, app.database, 'Carol Frozen')
  // Her own session freezes too, and undoes nothing without a code.
  expect(await carol.supabase.rpc('freeze_my_account')).toMatchObject({ status: 200, data: true })
  expect(await carol.supabase.rpc('ask_to_unfreeze')).toMatchObject({ data: false })
  await app.database`select private.unfreeze(${carol.id})`
  await app.database`
    insert into private.freeze_links (token_hash, user_id) values (sha256(convert_to(${token}, 'utf8')), ${carol.id})`
  const answers = [
    await visitor().rpc('freeze_by_link', { p_token: 'another' }),
    await visitor().rpc('freeze_by_link', { p_token: token }),
  ]
  expect(answers.map(({ status, data, error }) => ({ status, data, error }))).toEqual([
    { status: 200, data: false, error: null },
    { status: 200, data: true, error: null },
  ])
  const [profile] =
    await app.database`select frozen_at is not null as frozen from public.profiles where id = ${carol.id}`
  expect(profile).toEqual({ frozen: true })
})

test('five wrong PINs lock the address, also for the right PIN', async () => {
  const supabase = visitor()
  const [row] = await app.database<{ pin: string }[]>`select private.read_pin(${ada.id}) as pin`
  const right = row?.pin
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { data } = await supabase.rpc('get_email_by_pin', { user_pin: '00000' }).throwOnError()
    expect(data).toEqual([])
  }
  const locked = await supabase.rpc('get_email_by_pin', { user_pin: right })
  expect(locked).toMatchObject({ status: 429, error: { code: 'PT429', message, hint: 'too-many-attempts' } })
})
