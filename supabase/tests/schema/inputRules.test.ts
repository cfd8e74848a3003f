import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanChatText, textLimit } from '../../../src/features/contact/chat/chatText'
import { checkPayee, checkTransfer, hasPayeeFilled } from '../../../src/features/money/payments/checkPayForm'
import { emptyPayForm, type PayForm } from '../../../src/features/money/payments/payForm'
import { checkSchedule, emptyScheduleForm } from '../../../src/features/money/scheduled-payments/scheduleForm'
import type { User } from '../../../src/features/staff/users/queries'
import { checkUser, toUserForm, withTyped } from '../../../src/features/staff/users/userForm'
import { isEmail } from '../../../src/lib/email'
import { penceToPounds } from '../../../src/lib/money'
import { nameLimit, readAmount, referenceLimit } from '../../../src/lib/paymentRules'
import { isSafeText } from '../../../src/lib/safeText'
import { formatSortCode, stripSeparators } from '../../../src/lib/sortCode'
import { badAmount, badDigits, badEmail, badText, submitAll } from '../fixtures/badInput'
import { openChat } from '../fixtures/chat'
import type { Person } from '../fixtures/database'
import { anAdmin, withPeople, aCustomer } from '../fixtures/people'
import { allRules } from '../fixtures/payments'

// The browser and the database must accept and refuse the same input.

const { sql, customer, admin } = withPeople(
  { customer: aCustomer(), admin: anAdmin(['approve_users', 'financial_support']) },
  { once: true },
)
const seed = 20_261_121
const cases = 400
const fewest = 20

let chat: string

beforeAll(async () => {
  chat = await openChat(sql, customer)
})

/** `sent` is what the browser sends, or null if it refuses the input. `raw` is what a script would send without the browser. */
type Verdict = { sent: object | null; raw: object }

type Gate<T> = {
  inputs: fc.Arbitrary<T>
  decide: (input: T) => Verdict
  person: () => Person
  /** SQL that submits an input ($1). */
  statement: string
  /** SQL for the fields of the input ($1) that can be written in several ways, in one normalised form. */
  normalised?: string
  /** Error codes that do not depend on the input's form: insufficient funds, a PIN that is taken. */
  otherReasons?: string[]
}

async function expectAgreement<T>(gate: Gate<T>) {
  const { statement, normalised = `'{}'::jsonb`, otherReasons = [] } = gate
  const inputs = fc.sample(gate.inputs, { seed, numRuns: cases })
  const verdicts = inputs.map((input) => gate.decide(input))
  // Without both kinds of input the rule was not compared.
  const refused = verdicts.filter(({ sent }) => sent === null).length
  expect(refused).toBeGreaterThan(fewest)
  expect(cases - refused).toBeGreaterThan(fewest)
  const offered = verdicts.map(({ sent, raw }) => sent ?? raw)
  const results = await submitAll(sql, gate.person(), statement, normalised, offered)
  const disagreements = verdicts.flatMap(({ sent, raw }, index) => {
    const result = results[index]
    const isTaken = result?.refusal === null || otherReasons.includes(result?.refusal ?? '')
    if (isTaken === (sent !== null)) return []
    // The database may accept what the browser refuses if the browser accepts the normalised form.
    if (isTaken && gate.decide({ ...inputs[index], ...result?.normalised } as T).sent !== null) return []
    return [
      {
        offered: sent ?? raw,
        browser: sent === null ? 'refuses' : 'takes',
        database: result?.refusal ?? 'takes',
      },
    ]
  })
  expect(disagreements).toEqual([])
}

/**
 * Whether an input with `maxLength` accepts the text. Browsers count UTF-16 units, the database counts characters, so
 * the browser's limit can be lower.
 */
const fits = (text: string, limit: number) => text.length <= limit
const isWithinReach = (text: string, limit: number) => fits(text, limit) || Array.from(text).length > limit
const reachableText = (limit: number) => badText(limit).filter((text) => isWithinReach(text, limit))

const goodForm: PayForm = {
  ...emptyPayForm,
  recipient: 'Robin',
  sortCode: '12-34-56',
  accountNumber: '12345678',
  amount: '1',
}

/** Changes one field at a time, so that a refusal belongs to that field. */
const badForm: fc.Arbitrary<PayForm> = fc
  .oneof(
    reachableText(nameLimit).map((recipient) => ({ recipient })),
    reachableText(referenceLimit).map((reference) => ({ reference })),
    badDigits('12-34-56', '123456').map((sortCode) => ({ sortCode })),
    badDigits('12345678').map((accountNumber) => ({ accountNumber })),
  )
  .map((change) => ({ ...goodForm, ...change }))

const payment = {
  person: () => customer,
  statement: `select * from public.make_payment(
    gen_random_uuid(),
    jsonb_populate_record(null::public.payment_request, jsonb_build_object(
      'to_name', $1 ->> 'recipient', 'to_sort_code', $1 ->> 'sortCode', 'to_account_number', $1 ->> 'accountNumber',
      'amount', $1 ->> 'amount', 'reference', $1 ->> 'reference',
      'warnings', array[${allRules.map((rule) => `'${rule}'`).join(', ')}], 'warnings_version', 1, 'warnings_shown_at', now()
    )))`,
  otherReasons: ['PT402'],
}
const normalisedPayee = `jsonb_build_object(
  'recipient', btrim($1 ->> 'recipient'), 'reference', btrim($1 ->> 'reference'),
  'sortCode', private.normalise_sort_code($1 ->> 'sortCode'),
  'accountNumber', regexp_replace($1 ->> 'accountNumber', '[ -]', '', 'g'))`
const normalisedAmount = `jsonb_build_object('amount', trim_scale(($1 ->> 'amount')::numeric)::text)`

describe(`with seed ${seed}, browser and database agree on`, () => {
  test('amounts', () =>
    expectAgreement({
      ...payment,
      inputs: badAmount.map((amount) => ({ ...goodForm, amount })),
      normalised: normalisedAmount,
      decide: (raw) => {
        const pence = readAmount(raw.amount)
        return { raw, sent: pence === null ? null : { ...raw, amount: Number(penceToPounds(pence)) } }
      },
    }))

  test('payees', () =>
    expectAgreement({
      ...payment,
      inputs: badForm,
      normalised: normalisedPayee,
      decide: (raw) => {
        const { recipient, sortCode, accountNumber, reference } = raw
        const isRight =
          hasPayeeFilled(raw) &&
          !('errors' in checkPayee(raw)) &&
          fits(recipient, nameLimit) &&
          fits(reference, referenceLimit)
        const sent = {
          ...raw,
          recipient: recipient.trim(),
          sortCode: formatSortCode(sortCode),
          accountNumber: stripSeparators(accountNumber),
          reference: reference.trim(),
        }
        return { raw, sent: isRight ? sent : null }
      },
    }))

  test('transfers', () =>
    expectAgreement({
      ...payment,
      inputs: fc.oneof(
        badForm.map((form) => ({ ...form, reference: '' })),
        badAmount.map((amount) => ({ ...goodForm, amount })),
      ),
      normalised: `${normalisedPayee} || ${normalisedAmount}`,
      decide: (raw) => {
        const isRight = !('errors' in checkTransfer(raw)) && fits(raw.recipient, nameLimit)
        const sent = {
          ...raw,
          recipient: raw.recipient.trim(),
          sortCode: formatSortCode(raw.sortCode.trim()),
          accountNumber: stripSeparators(raw.accountNumber),
          amount: Number(penceToPounds(readAmount(raw.amount) ?? 0)),
        }
        return { raw, sent: isRight ? sent : null }
      },
    }))

  test('scheduled payments', () =>
    expectAgreement({
      inputs: fc
        .oneof(
          reachableText(nameLimit).map((fromName) => ({ fromName })),
          reachableText(referenceLimit).map((reference) => ({ reference })),
          badAmount.map((amount) => ({ amount })),
        )
        .map((change) => ({ ...emptyScheduleForm, fromName: 'Grandma', amount: '1', day: '2099-05-01', ...change })),
      person: () => customer,
      statement: `
        select public.schedule_payment($1 ->> 'amount', $1 ->> 'fromName', '2099-05-01', $1 ->> 'reference')`,
      normalised: `${normalisedAmount} || jsonb_build_object(
        'fromName', btrim($1 ->> 'fromName'), 'reference', btrim($1 ->> 'reference'))`,
      decide: (raw) => {
        const checked = checkSchedule(raw, new Date('2026-05-01'))
        if ('toast' in checked || !fits(raw.fromName, nameLimit) || !fits(raw.reference, referenceLimit))
          return { raw, sent: null }
        // Amounts above the daily limit, which only the database knows.
        const pounds = Math.min(checked.amount, 500_000)
        return { raw, sent: { ...checked, amount: Number(penceToPounds(pounds)) } }
      },
    }))

  test('user details edited by an admin', () => {
    const user: User = {
      id: customer.id,
      createdAt: '2026-05-01T12:00:00Z',
      fullName: 'Test Person',
      notificationEmail: null,
      signInEmail: customer.email,
      hasPin: false,
      isPinVisible: true,
      balance: 500_000,
      hasFinancialSupport: false,
      isStaff: false,
      isAdmin: false,
      canDelete: true,
      hasAskedForPin: false,
      isSuspended: false,
      isClosed: false,
    }
    const stored = toUserForm(user)
    return expectAgreement({
      inputs: fc
        .oneof(
          // Only the database knows the letters of several alphabets that a name cannot mix.
          reachableText(nameLimit)
            .filter((name) => /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(name))
            .map((fullName) => ({ fullName })),
          badEmail.map((notificationEmail) => ({ notificationEmail })),
          // Only the database knows the PINs that are easy to guess.
          badDigits('48317')
            .filter((pin) => !/^\d{5}$/.test(pin) || pin === '48317')
            .map((pin) => ({ pin })),
          badAmount.map((balance) => ({ balance })),
        )
        .map((change) => ({ ...stored, ...change })),
      person: () => admin,
      statement: `
        select public.update_user(
          '${customer.id}', $1 ->> 'fullName', $1 ->> 'notificationEmail', $1 ->> 'pin', $1 ->> 'balance', '5000.00')`,
      normalised: `jsonb_build_object(
        'fullName', btrim($1 ->> 'fullName'), 'notificationEmail', btrim($1 ->> 'notificationEmail'),
        'balance', trim_scale(($1 ->> 'balance')::numeric)::text)`,
      decide: (raw) => {
        const change = checkUser(withTyped(stored, raw), user)
        const isRight = !('toast' in change) && fits(raw.fullName, nameLimit) && fits(raw.notificationEmail, 254)
        if (!isRight) return { raw, sent: null }
        return {
          raw,
          sent: {
            ...change,
            balance: change.balance === undefined ? undefined : Number(penceToPounds(change.balance)),
          },
        }
      },
    })
  })

  test('notification addresses', () =>
    expectAgreement({
      inputs: badEmail.map((email) => ({ email })),
      person: () => customer,
      statement: `update public.profiles set notification_email = nullif($1 ->> 'email', '') where id = auth.uid()`,
      decide: (raw) => {
        const email = raw.email.trim()
        const isRight = email === '' || (isEmail(email) && isSafeText(email) && fits(raw.email, 254))
        return { raw, sent: isRight ? { email } : null }
      },
    }))

  test('chat messages', () =>
    expectAgreement({
      inputs: reachableText(textLimit).map((message) => ({ message })),
      person: () => customer,
      statement: `
        insert into public.chat_messages (conversation_id, sender_id, sender_type, message)
        values ('${chat}', auth.uid(), 'user', $1 ->> 'message')`,
      decide: (raw) => {
        const message = cleanChatText(raw.message)
        return { raw, sent: message === '' || !fits(raw.message, textLimit) ? null : { message } }
      },
    }))
})

test('sign-up cleans any name and refuses none', async () => {
  const names = badText(nameLimit).filter((name) => !/\0|\p{Cs}/u.test(name))
  const statement = `
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_user_meta_data)
    select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated',
      gen_random_uuid() || '@test.example', '', jsonb_build_object('full_name', $1 ->> 'fullName')`
  // A sign-up also draws and hashes a PIN.
  const inputs = fc.sample(names, { seed, numRuns: cases / 4 }).map((fullName) => ({ fullName }))
  const results = await submitAll(sql, customer, statement, `'{}'::jsonb`, inputs)
  expect(inputs.filter((_, index) => results[index]?.refusal !== null)).toEqual([])
})

describe('every Unicode character', () => {
  const isWhole = (code: number) => code < 0xd800 || code > 0xdfff
  const all = Array.from({ length: 0x10_ff_ff }, (_, index) => index + 1)
    .filter(isWhole)
    .map((code) => String.fromCodePoint(code))
  const removedByDatabase = async (rule: 'strip_forbidden' | 'strip_hidden') => {
    const text = sql`${all.join('')}::text`
    const [row] = await sql<{ kept: string }[]>`select ${sql(`private.${rule}`)}(${text}) as kept`
    const keptText = row?.kept ?? ''
    // The rule keeps the order, so one pass finds the removed characters.
    let place = 0
    const removed = all.filter((character) => {
      if (!keptText.startsWith(character, place)) return true
      place += character.length
      return false
    })
    expect(place).toBe(keptText.length)
    return new Set(removed)
  }
  const codesOf = (characters: string[]) => characters.map((character) => character.codePointAt(0)?.toString(16))

  test('browser and database agree in names and references', async () => {
    const removed = await removedByDatabase('strip_forbidden')
    expect(codesOf(all.filter((character) => isSafeText(`a${character}a`) === removed.has(character)))).toEqual([])
  })

  test('browser and database agree in chats', async () => {
    const removed = await removedByDatabase('strip_hidden')
    const isKept = (character: string) => cleanChatText(`a${character}a`) === `a${character}a`
    expect(codesOf(all.filter((character) => isKept(character) === removed.has(character)))).toEqual([])
  })
})
