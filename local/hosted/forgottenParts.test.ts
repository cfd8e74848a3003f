import postgres, { type ISql, type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryDatabase, type TemporaryDatabase } from '../temporaryDatabase'
import { catalogueFindings, fromSchemas, readCatalogue, type Catalogue } from './catalogue'

// A change of supabase/schemas, and migrations that forgot a part of it.

const both = `
  create table private.nicknames (user_id uuid primary key, name text, kind text not null);
  create table private.nickname_kinds (kind text primary key);
  create view private.given_names as select user_id, name from private.nicknames;
  create sequence private.nickname_numbers;
  create domain private.nickname as text;
  create type private.nickname_state as enum ('kept');
  create function private.trim_nickname() returns trigger language plpgsql set search_path = '' as $$ begin return new; end $$;
  create function private.on_change() returns event_trigger language plpgsql set search_path = '' as $$ begin return; end $$;
  create policy "Nobody" on private.nicknames for all to anon using (false);`

const asSuperuser = (statement: string) =>
  `reset session authorization; ${statement}; set local session authorization postgres`

/** Each part: what it adds, and how the comparison names what a migration without it lacks. `instead` is what it has in its place. */
const parts: { part: string; adds: string; instead?: string; named: string }[] = [
  {
    part: 'a column',
    adds: 'alter table private.nicknames add column chosen_at timestamptz',
    named: 'Missing: the column chosen_at of private.nicknames.',
  },
  {
    part: 'a constraint',
    adds: "alter table private.nicknames add constraint nicknames_name_check check (name <> '')",
    named: 'Missing: the constraint nicknames_name_check of private.nicknames.',
  },
  {
    part: 'an index',
    adds: 'create index nicknames_name_idx on private.nicknames (name)',
    named: 'Missing: the index private.nicknames_name_idx of private.nicknames.',
  },
  {
    part: 'a policy',
    adds: 'create policy "Own" on private.nicknames for select to authenticated using (false)',
    named: 'Missing: the policy "Own" on private.nicknames.',
  },
  {
    part: 'a grant',
    adds: 'grant select on private.nicknames to service_role',
    named: 'Missing: the grant select on private.nicknames to service_role.',
  },
  {
    part: 'a trigger',
    adds: 'create trigger trim_nickname before insert on private.nicknames for each row execute function private.trim_nickname()',
    named: 'Missing: the trigger trim_nickname on private.nicknames.',
  },
  {
    part: 'a comment',
    adds: "comment on table private.nicknames is 'What customers call their payees.'",
    named:
      'Not as in supabase/schemas: the table private.nicknames: comment null, not What customers call their payees.',
  },
  {
    part: 'a reference row',
    adds: "insert into private.nickname_kinds values ('pet')",
    named: 'Missing: the row pet of private.nickname_kinds.',
  },
  {
    part: 'a cron job',
    adds: "select cron.schedule('remove-nicknames', '5 4 * * *', 'select 1')",
    named: 'Missing: the cron job remove-nicknames.',
  },
  {
    part: "the order of a composite type's fields",
    adds: 'create type private.nickname_facts as (name text, kind text)',
    instead:
      'create type private.nickname_facts as (kind text); alter type private.nickname_facts add attribute name text',
    named:
      'Not as in supabase/schemas: the type private.nickname_facts: fields ["kind text","name text"], not ["name text","kind text"].',
  },
  {
    part: "the order of a table's columns",
    adds: 'create table private.ordered (one int, two int)',
    instead: 'create table private.ordered (two int); alter table private.ordered add column one int',
    named: 'Not as in supabase/schemas: the order of the columns of the table private.ordered: two comes before one.',
  },
  {
    part: 'a grant of a column',
    adds: 'grant update (name) on private.nicknames to authenticated',
    named: 'Missing: the grant update on private.nicknames (name) to authenticated.',
  },
  {
    part: 'a grant of a parameter',
    adds: asSuperuser('grant set on parameter work_mem to authenticated'),
    named: 'Missing: the grant set on parameter work_mem to authenticated.',
  },
  {
    part: 'a default privilege',
    adds: 'alter default privileges for role postgres in schema private grant select on tables to service_role',
    named: 'Missing: the default rights on r in private.',
  },
  {
    part: 'row security',
    adds: 'alter table private.nicknames enable row level security',
    named: 'row security off, not on',
  },
  {
    part: 'a replica identity',
    adds: 'alter table private.nickname_kinds replica identity full',
    named: 'Not as in supabase/schemas: the table private.nickname_kinds: replica identity d, not f.',
  },
  {
    part: 'a published table',
    adds: 'alter publication supabase_realtime add table private.nickname_kinds',
    named: 'Missing: the published table private.nickname_kinds.',
  },
  {
    part: 'an option of a view',
    adds: 'alter view private.given_names set (security_invoker = on)',
    named: 'Not as in supabase/schemas: the view private.given_names: options null, not ["security_invoker=on"].',
  },
  {
    part: 'the column of a sequence',
    adds: 'alter sequence private.nickname_numbers owned by private.nicknames.kind',
    named:
      'Not as in supabase/schemas: the sequence private.nickname_numbers: owned by null, not private.nicknames.kind.',
  },
  {
    part: 'statistics',
    adds: 'create statistics private.nickname_statistics on name, kind from private.nicknames',
    named: 'Missing: the statistics object private.nickname_statistics.',
  },
  {
    part: 'the statistics of a column',
    adds: 'alter table private.nicknames alter column kind set statistics 500',
    named: 'Not as in supabase/schemas: the column kind of private.nicknames: statistics null, not 500.',
  },
  {
    part: 'an event trigger',
    adds: asSuperuser('create event trigger on_change on ddl_command_end execute function private.on_change()'),
    named: 'Missing: the event trigger on_change.',
  },
  {
    part: 'an extension',
    adds: 'create extension citext with schema extensions',
    named: 'Missing: the extension citext.',
  },
  {
    part: 'a check of a domain',
    adds: "alter domain private.nickname add constraint nickname_check check (value <> '')",
    named: 'Missing: the constraint nickname_check of private.nickname.',
  },
  {
    part: 'a value of an enum',
    adds: "alter type private.nickname_state add value 'gone'",
    named: 'Not as in supabase/schemas: the type private.nickname_state: values ["kept"], not ["kept","gone"].',
  },
  {
    part: 'a cast',
    adds: `create function private.as_kind(bytea) returns private.nickname_state language sql immutable return 'kept'::private.nickname_state;
      create cast (bytea as private.nickname_state) with function private.as_kind(bytea)`,
    instead: `create function private.as_kind(bytea) returns private.nickname_state language sql immutable return 'kept'::private.nickname_state`,
    named: 'Missing: the cast from bytea to private.nickname_state.',
  },
  {
    part: 'a collation',
    adds: "create collation private.by_number (provider = icu, locale = 'en-u-kn')",
    named: 'Missing: the collation private.by_number.',
  },
  {
    part: 'a comment on a policy',
    adds: `comment on policy "Nobody" on private.nicknames is 'No API role.'`,
    named: 'Not as in supabase/schemas: the policy "Nobody" on private.nicknames: comment null, not No API role.',
  },
]

let database: TemporaryDatabase
let sql: Sql
let all: Catalogue

beforeAll(async () => {
  database = await startTemporaryDatabase()
  sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  all = await catalogueAfter(parts.map(({ adds }) => adds))
})
afterAll(async () => {
  await sql.end()
  await database.destroy()
})

/** The catalogue with these statements, which are undone. */
async function catalogueAfter(statements: string[]): Promise<Catalogue> {
  const read: Catalogue[] = []
  const undo = new Error('undo')
  await sql
    .begin(async (transaction: ISql) => {
      await transaction.unsafe(['set local session authorization postgres', both, ...statements].join(';\n')).simple()
      await transaction`reset session authorization`
      read.push(await readCatalogue(transaction))
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return read[0] ?? new Map()
}

test.each(parts.slice(0, 10))('a migration that forgot $part is refused', async ({ adds, instead = '', named }) => {
  const found = await catalogueAfter(parts.map((other) => (other.adds === adds ? instead : other.adds)))
  expect(await catalogueFindings(all, found, { words: fromSchemas })).toEqual([named])
})

test('a migration that forgot every part is told each of them', async () => {
  const found = await catalogueAfter(parts.map(({ instead = '' }) => instead))
  const findings = await catalogueFindings(all, found, { words: fromSchemas })
  const missing = parts.filter(({ named }) => !findings.some((finding) => finding.includes(named.replace(/\.$/, ''))))
  expect(missing.map(({ part }) => part)).toEqual([])
})
