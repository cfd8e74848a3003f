import { expect, test } from 'vitest'
import { executionOf } from './delegatedStatements'

test.each([
  'create policy "a" on realtime.messages for select to authenticated using (true)',
  '-- why\ncreate policy "on; off" on "realtime"."messages" for select using (true)',
  'alter policy a on storage.objects using (false)',
  'drop policy if exists a on auth.users',
  'drop trigger if exists t on auth.users',
])('runs as the superuser: %s', (statement) => {
  expect(executionOf(statement)).toEqual({ as: 'supabase_admin', sql: statement })
})

test.each([
  'create policy a on public.accounts for select to authenticated using (true)',
  "create policy a on public.accounts using (name = 'x on auth.users')",
  'create trigger t after insert on auth.users for each row execute function public.f()',
  'alter table auth.users add column x int',
  'create function public.f() returns void language sql as $$ drop policy a on auth.users $$',
  'create extension if not exists citext with schema extensions',
])('runs as postgres: %s', (statement) => {
  expect(executionOf(statement)).toEqual({ as: 'postgres', sql: statement })
})

test('grants postgres the objects of pg_cron instead of creating the extension', () => {
  expect(executionOf('create extension if not exists pg_cron with schema pg_catalog')).toEqual({
    as: 'supabase_admin',
    sql: 'select _stack.enable_pg_cron()',
  })
})

test('skips the vault, which the bootstrap has created', () => {
  expect(executionOf('create extension if not exists "supabase_vault"')).toEqual({ as: 'skipped' })
})

test.each([
  'commit',
  'BEGIN',
  'start transaction isolation level serializable',
  'rollback to savepoint a',
  'reset session authorization',
  'set local session authorization supabase_admin',
  '/* comment */ reset all',
])('refuses: %s', (statement) => {
  expect(executionOf(statement)).toMatchObject({ as: 'refused' })
})
