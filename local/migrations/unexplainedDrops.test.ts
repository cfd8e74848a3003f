import { expect, test } from 'vitest'
import { unexplainedDrops } from './unexplainedDrops'

test.each([
  'drop table private.notes',
  'DROP TABLE IF EXISTS "private"."notes" CASCADE',
  'drop type public.payment_state',
  'drop domain private.money',
  'drop schema private cascade',
  'drop function public.make_payment(text)',
  'drop function if exists "public"."make_payment"(text)',
  'alter table private.notes drop column body',
  'alter table only private.notes add column text text, drop if exists body',
  'alter table private.notes rename to remarks',
  'alter table private.notes rename column body to text',
  'alter table private.notes rename body to text',
  'alter table private.notes set schema public',
  'alter type private.party drop attribute name',
  'alter type private.party rename attribute name to holder',
  "alter type public.payment_state rename value 'held' to 'waiting'",
  'alter function public.make_payment(text) rename to pay',
  'truncate private.notes',
  "do $$ begin execute format('drop table %I.%I', 'private', 'notes'); end $$",
])('refuses without a reason: %s', (statement) => {
  expect(unexplainedDrops(`select 1;\n\n-- The notes.\n${statement};`)).toEqual([statement.slice(0, 100)])
  expect(unexplainedDrops(`-- Why: No screen shows it since 1.1.0.\n${statement};`)).toEqual([])
  expect(unexplainedDrops(`-- Why: No screen shows it\n-- since 1.1.0.\n${statement};`)).toEqual([])
  expect(unexplainedDrops(`-- Why: The first.\nselect 1;\n${statement};`)).toHaveLength(1)
  expect(unexplainedDrops(`-- Why: \n${statement};`)).toHaveLength(1)
  expect(unexplainedDrops(`-- Why: A reason.\n\n${statement};`)).toHaveLength(1)
})

test.each([
  'drop function private.move_money(uuid)',
  'drop policy "Own" on private.notes',
  'drop index private.notes_idx',
  'drop view private.live_sessions',
  'alter table private.notes drop constraint notes_check',
  'alter table private.notes alter column body drop not null, alter column body drop default',
  'alter table private.notes rename constraint one to other',
  "comment on table private.notes is 'drop table private.notes'",
  'create function private.clear() returns void language sql as $$ truncate private.notes $$',
  'do $$ begin perform 1; -- drop table private.notes\nend $$',
])('needs no reason: %s', (statement) => {
  expect(unexplainedDrops(`${statement};`)).toEqual([])
})
