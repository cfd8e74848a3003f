import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import postgres from 'postgres'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { changesWithoutWhere, lintSafeUpdate } from './lintSafeUpdate'

describe('changesWithoutWhere', () => {
  test.each([
    ['a bare delete', 'begin delete from public.notes; end', ['delete from public.notes']],
    ['a bare update', 'update notes n set read = true;', ['update notes n set']],
    ['a where of a sub-select only', 'update a set x = (select 1 from b where b.id = 1);', ['update a set']],
    ['a where in a comment or text', "delete from a -- where id = 1\n; select ' where ';", ['delete from a']],
    ['a part of a query', 'with gone as (delete from a returning id) select 1 where true', ['delete from a']],
  ])('finds %s', (_what, body, found) => {
    expect(changesWithoutWhere(body)).toEqual(found)
  })

  test.each([
    ['a where', 'delete from a where id = 1; update a set x = 1 where true;'],
    ['an upsert', 'insert into a values (1) on conflict (id) do update set x = 1;'],
    ['a lock', 'select * from a for update;'],
    ['a comment', '-- delete from a;'],
  ])('accepts %s', (_what, body) => {
    expect(changesWithoutWhere(body)).toEqual([])
  })
})

describe('lintSafeUpdate', () => {
  let database: Awaited<ReturnType<typeof startTemporaryDatabase>>
  let sql: postgres.Sql

  beforeAll(async () => {
    database = await startTemporaryDatabase()
    sql = postgres(database.databaseUrl, { max: 1, onnotice: () => {} })
  })
  afterAll(async () => {
    await sql.end()
    await database.destroy()
  })

  test('finds nothing in the migrations of this project', async () => {
    expect(await lintSafeUpdate(sql)).toEqual([])
  })

  test('names the function, for both forms of a function body', async () => {
    await sql.unsafe(`
      create table public.lint_notes (id int);
      create function public.lint_wipe() returns void language plpgsql as $$ begin delete from public.lint_notes; end $$;
      create function public.lint_reset() returns void language sql begin atomic update public.lint_notes set id = 0; end;`)
    expect(await lintSafeUpdate(sql)).toEqual([
      expect.stringMatching(/^public\.lint_reset: "update lint_notes set" has no WHERE/i),
      expect.stringMatching(/^public\.lint_wipe: "delete from public\.lint_notes" has no WHERE/),
    ])
  })
})
