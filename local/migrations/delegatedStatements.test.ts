import { expect, test } from 'vitest'
import { executionOf } from './delegatedStatements'

test.each([
  'create policy "a" on realtime.messages for select to authenticated using (true)',
  '-- why\ncreate policy "on; off" on "realtime"."messages" for select using (true)',
  'alter policy a on storage.objects using (false)',
  'drop policy if exists a on auth.users',
  'drop trigger if exists t on auth.users',
])('as the superuser: %s', (statement) => {
  expect(executionOf(statement)).toEqual({ as: 'supabase_admin', sql: statement })
})

test.each([
  'create policy a on public.accounts for select to authenticated using (true)',
  "create policy a on public.accounts using (name = 'x on auth.users')",
  'create trigger t after insert on auth.users for each row execute function public.f()',
  'alter table auth.users add column x int',
  'create function public.f() returns void language sql as $$ drop policy a on auth.users $$',
  'create extension if not exists citext with schema extensions',
])('as postgres: %s', (statement) => {
  expect(executionOf(statement)).toEqual({ as: 'postgres', sql: statement })
})

test('gives postgres the right to use what the extension pg_cron would bring', () => {
  expect(executionOf('create extension if not exists pg_cron with schema pg_catalog')).toEqual({
    as: 'supabase_admin',
    sql: 'select _stack.enable_pg_cron()',
  })
})

test('skips the vault, which is there', () => {
  expect(executionOf('create extension if not exists "supabase_vault"')).toEqual({ as: 'skipped' })
})

test.each([
  'commit',
  'BEGIN',
  'start transaction isolation level serializable',
  'rollback to savepoint a',
  'reset session authorization',
  'set local session authorization supabase_admin',
  '/* quietly */ reset all',
])('by nobody: %s', (statement) => {
  expect(executionOf(statement)).toMatchObject({ as: 'nobody' })
})
