import { expect, test } from 'vitest'
import { splitStatements } from './splitStatements'

test.each([
  ['cuts at semicolons', 'select 1; select 2;', ['select 1', 'select 2']],
  ['needs no last semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
  ['drops what is only blank or comment', ';; -- nothing; here\n/* or; here */ ;', []],
  ['keeps comments with their statement', '-- why;\nselect 1;', ['-- why;\nselect 1']],
  ['leaves strings alone', "select 'a;b', 'it''s; fine'; select 2", ["select 'a;b', 'it''s; fine'", 'select 2']],
  ['knows strings with escapes', String.raw`select e'a\';b'; select 2`, [String.raw`select e'a\';b'`, 'select 2']],
  ['takes a backslash as itself elsewhere', String.raw`select 'a\'; select 2`, [String.raw`select 'a\'`, 'select 2']],
  ['leaves quoted names alone', 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
  ['leaves dollar quotes alone', 'do $$ begin; end; $$; select 2', ['do $$ begin; end; $$', 'select 2']],
  ['tells tags apart', 'do $a$ select $$;$$; $a$; select 2', ['do $a$ select $$;$$; $a$', 'select 2']],
  ['takes $ inside a name as part of it', 'select a$b$c; select 2', ['select a$b$c', 'select 2']],
  ['knows nested comments', '/* a /* b; */ c; */ select 1; select 2', ['/* a /* b; */ c; */ select 1', 'select 2']],
])('%s', (_what, script, statements) => {
  expect(splitStatements(script)).toEqual(statements)
})

test('keeps the body of a standard SQL function whole', () => {
  const body = `create function f(a int) returns int language sql begin atomic
    select case when a > 0 then case a when 1 then 2 end else 3 end;
    select a;
  end`
  expect(splitStatements(`${body}; select 2;`)).toEqual([body, 'select 2'])
})

test('does not take a transaction for such a body', () => {
  expect(splitStatements('begin; select 1; end;')).toEqual(['begin', 'select 1', 'end'])
})
