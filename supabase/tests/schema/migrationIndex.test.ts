import { expect, test } from 'vitest'
import { migrationIndex } from '../../../local/migrations/migrationIndex'
import { startDatabase } from '../fixtures/database'

const database = startDatabase()

test('the index of the migrations has each table and each function of the API once', async () => {
  const objects = await database.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace in ('private'::regnamespace, 'public'::regnamespace)
    union all
    select f.proname from pg_proc f where f.pronamespace = 'public'::regnamespace`
  const listed = migrationIndex()
    .split('\n')
    .filter((line) => /^- (?:Tables|Functions of the API): /.test(line))
    .flatMap((line) => Array.from(line.matchAll(/`(?:public\.)?([\w.]+)`/g), ([, name = '']) => name))
  expect(listed.toSorted()).toEqual(objects.map(({ name }) => name.replace('public.', '')).toSorted())
})

test('the index leads from a feature to its migration and its tests', () => {
  const index = migrationIndex()
  expect(index).toContain('| [src/features/recipients](../../src/features/money/recipients) | [recipients](#recipients) |')
  const section = index.slice(index.indexOf('### saved_replies'), index.indexOf('### transcripts'))
  expect(section).toContain('- Used by: [src/features/agent-console](../../src/features/staff/agent-console)\n')
  expect(section).toContain('- Tests: [chat/savedReplies.test.ts](../tests/chat/savedReplies.test.ts)\n')
})
