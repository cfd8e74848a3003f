import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startDatabase, withRollback, type Db } from '../fixtures/database'

// What the documents tell an operator to run in the SQL editor.
const { sql } = startDatabase({ seed: true })

const documents = [
  'SECURITY.md',
  ...['docs', 'docs/domains'].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

type Statement = { text: string; hasRow: boolean }

/** The statements of the SQL examples, and those between backticks. With a placeholder they cannot run. */
function statementsIn(document: string): Statement[] {
  const text = readFileSync(document, 'utf8')
  const examples = Array.from(text.matchAll(/```sql\n([^`]+)```/g), ([, example = '']) => example)
  const spans = Array.from(text.matchAll(/`((?:select|insert|update|delete|alter) [^`\n]+)`/g), ([, span = '']) => span)
  return [...examples, ...spans.map((span) => `${span};`)]
    .flatMap((source) => source.match(/[^;]+;(?: *--.*)?/g) ?? [])
    .filter((statement) => !/<[a-z]/.test(statement))
    .map((statement) => ({ text: statement, hasRow: !statement.endsWith('-- no row') }))
}

const signUpOperator = (db: Db) => db`
  insert into auth.users (instance_id, id, aud, role, email, raw_user_meta_data)
  values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', 'you@example.com', '{}')`

test.each(documents)('every statement in %s has an effect after a sign-up', (document) =>
  withRollback(sql, async (db) => {
    await signUpOperator(db)
    await db`select private.audit('sync_passwords')`
    for (const { text, hasRow } of statementsIn(document))
      expect({ text, hasRow: (await db.unsafe(text)).count > 0 }).toEqual({ text, hasRow })
  }),
)

test('the statements of docs/deploy.md make the user who signed up an approved super administrator', () =>
  withRollback(sql, async (db) => {
    await signUpOperator(db)
    for (const { text } of statementsIn('docs/deploy.md')) await db.unsafe(text)
    expect(
      await db`
        select p.approved, r.role
        from auth.users u join public.profiles p using (id) join public.user_roles r on r.user_id = u.id
        where u.email = 'you@example.com'`,
    ).toEqual([{ approved: true, role: 'super_admin' }])
  }))
