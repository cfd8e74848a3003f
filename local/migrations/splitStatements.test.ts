import { expect, test } from 'vitest'
import { splitStatements } from './splitStatements'

test.each([
  ['splits at semicolons', 'select 1; select 2;', ['select 1', 'select 2']],
  ['accepts a missing last semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
  ['drops blanks and comments without a statement', ';; -- nothing; here\n/* or; here */ ;', []],
  ['keeps comments with their statement', '-- why;\nselect 1;', ['-- why;\nselect 1']],
  ['does not split strings', "select 'a;b', 'it''s; fine'; select 2", ["select 'a;b', 'it''s; fine'", 'select 2']],
  ['reads strings with escapes', String.raw`select e'a\';b'; select 2`, [String.raw`select e'a\';b'`, 'select 2']],
  [
    'reads a backslash in other strings as a character',
    String.raw`select 'a\'; select 2`,
    [String.raw`select 'a\'`, 'select 2'],
  ],
  ['does not split quoted names', 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
  ['does not split dollar quotes', 'do $$ begin; end; $$; select 2', ['do $$ begin; end; $$', 'select 2']],
  ['distinguishes dollar quote tags', 'do $a$ select $$;$$; $a$; select 2', ['do $a$ select $$;$$; $a$', 'select 2']],
  ['reads $ in a name as part of the name', 'select a$b$c; select 2', ['select a$b$c', 'select 2']],
  ['reads nested comments', '/* a /* b; */ c; */ select 1; select 2', ['/* a /* b; */ c; */ select 1', 'select 2']],
])('%s', (_what, script, statements) => {
  expect(splitStatements(script)).toEqual(statements)
})

test('the body of a SQL-standard function is not split', () => {
  const body = `create function f(a int) returns int language sql begin atomic
    select case when a > 0 then case a when 1 then 2 end else 3 end;
    select a;
  end`
  expect(splitStatements(`${body}; select 2;`)).toEqual([body, 'select 2'])
})

test('splits the statements of a transaction', () => {
  expect(splitStatements('begin; select 1; end;')).toEqual(['begin', 'select 1', 'end'])
})
