import { describe, expect, test } from 'vitest'
import { startDatabase } from '../fixtures/database'

// Rules for every object of the schema, including objects that are added later.
const { sql } = startDatabase()

/** The first column of each row, sorted: the objects that break the rule of a test. */
async function listOf(query: string): Promise<string[]> {
  const rows = await sql.unsafe(query)
  return rows.map((row) => String(Object.values(row)[0])).toSorted()
}

const ours = `n.nspname in ('public', 'internal_api', 'private')`

describe('tables', () => {
  const tables = `from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind in ('r', 'p')`

  test('tables have row level security', async () => {
    expect(await listOf(`select c.oid::regclass ${tables} and not c.relrowsecurity`)).toEqual([])
  })

  test('tables have a policy', async () => {
    expect(
      await listOf(
        `select c.oid::regclass ${tables} and not exists (select from pg_policy p where p.polrelid = c.oid)`,
      ),
    ).toEqual([])
  })

  test('tables have a comment and a primary key', async () => {
    expect(await listOf(`select c.oid::regclass ${tables} and obj_description(c.oid, 'pg_class') is null`)).toEqual([])
    expect(
      await listOf(
        `select c.oid::regclass ${tables} and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
      ),
    ).toEqual([])
  })

  test('grant nothing to anon or PUBLIC, not even a column, and private tables grant nothing to any API role', async () => {
    const grants = `
      from pg_class c join pg_namespace n on n.oid = c.relnamespace,
        lateral (
          select acl.grantee from aclexplode(c.relacl) acl
          union all
          select acl.grantee from pg_attribute a, aclexplode(a.attacl) acl where a.attrelid = c.oid
        ) granted left join pg_roles r on r.oid = granted.grantee
      where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S')`
    expect(
      await listOf(`select distinct c.oid::regclass ${grants} and (granted.grantee = 0 or r.rolname = 'anon')`),
    ).toEqual([])
    expect(
      await listOf(
        `select distinct c.oid::regclass ${grants} and n.nspname = 'private' and r.rolname in ('authenticated', 'service_role')`,
      ),
    ).toEqual([])
  })

  test('grant exactly these privileges to authenticated', async () => {
    expect(
      await listOf(`
        select format('%s %s', lower(acl.privilege_type), c.relname)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
        where n.nspname = 'public' and r.rolname in ('authenticated', 'service_role')`),
    ).toEqual([
      'delete chat_conversations',
      'delete chat_messages',
      'delete external_accounts',
      'delete recipients',
      'delete scheduled_payments',
      'delete transactions',
      'select admin_permissions',
      'select agent_requests',
      'select card_payments',
      'select cards',
      'select chat_conversations',
      'select chat_messages',
      'select external_accounts',
      'select external_transactions',
      'select outgoing_payments',
      'select profiles',
      'select recipients',
      'select regular_payments',
      'select scheduled_payments',
      'select transactions',
      'select user_notifications',
      'select user_roles',
    ])
    expect(
      await listOf(`
        select format('%s %s.%s', lower(acl.privilege_type), c.relname, a.attname)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid,
          aclexplode(a.attacl) acl join pg_roles r on r.oid = acl.grantee
        where n.nspname = 'public' and r.rolname in ('authenticated', 'service_role')`),
    ).toEqual([
      'insert agent_requests.conversation_id',
      'insert agent_requests.user_id',
      'insert chat_conversations.user_id',
      'insert chat_messages.conversation_id',
      'insert chat_messages.id',
      'insert chat_messages.message',
      'insert chat_messages.sender_id',
      'insert chat_messages.sender_type',
      'select accounts.account_holder_name',
      'select accounts.account_number',
      'select accounts.account_type',
      'select accounts.balance',
      'select accounts.card_last_four',
      'select accounts.created_at',
      'select accounts.id',
      'select accounts.sort_code',
      'select accounts.user_id',
      'update accounts.account_holder_name',
      'update chat_conversations.status',
      'update chat_messages.message',
      'update profiles.address_line_1',
      'update profiles.address_line_2',
      'update profiles.full_name',
      'update profiles.notification_email',
      'update profiles.postcode',
      'update profiles.town',
      'update user_notifications.read',
    ])
  })

  test('tables have an index for every foreign key', async () => {
    expect(
      await listOf(`
        select format('%s (%s)', k.conrelid::regclass, k.conname)
        from pg_constraint k join pg_namespace n on n.oid = k.connamespace
        where ${ours} and k.contype = 'f' and not exists (
          select from pg_index i
          where i.indrelid = k.conrelid and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
        )`),
    ).toEqual([])
  })

  test('tables have no duplicate index', async () => {
    expect(
      await listOf(`
        select string_agg(i.indexrelid::regclass::text, ', ' order by i.indexrelid::regclass::text)
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
        where ${ours}
        group by i.indrelid, i.indkey::text, i.indclass::text, i.indoption::text, i.indcollation::text,
          pg_get_expr(i.indpred, i.indrelid), pg_get_expr(i.indexprs, i.indrelid)
        having count(*) > 1`),
    ).toEqual([])
  })

  test('tables have an index that starts with each column that a policy compares with the caller', async () => {
    expect(
      await listOf(`
        select format('%s.%s', c.oid::regclass, a.attname)
        from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
          join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where ${ours}
          and pg_get_expr(p.polqual, p.polrelid) ~ ('\\m' || a.attname || ' = \\( SELECT auth\\.uid')
          and not exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum)`),
    ).toEqual([])
  })

  test('tables of the realtime publication are exactly these', async () => {
    expect(await listOf(`select tablename from pg_publication_tables where pubname = 'supabase_realtime'`)).toEqual([
      'accounts',
      'agent_requests',
      'cards',
      'chat_conversations',
      'chat_messages',
      'scheduled_payments',
      'transactions',
      'user_notifications',
    ])
  })
})

describe('the API does not expose', () => {
  const exposed = `from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'`

  test('views, materialised views or foreign tables', async () => {
    // A view runs with its owner's privileges unless it is security_invoker. The others have no policies.
    expect(await listOf(`select c.oid::regclass ${exposed} and c.relkind in ('v', 'm', 'f')`)).toEqual([])
  })

  test('columns with a secret', async () => {
    const secret =
      '(password|passwd|pwd|secret|token|api_?key|private_?key|pin|pin_.*|.*_pin|hash|salt|otp|ssn|cvv|cvc|card_?number|iban|dob|date_of_birth)'
    const columns = `
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
        and a.attname ~ '^(.*_)?${secret}(_.*)?$'`
    expect(await listOf(`select format('%s.%s', c.relname, a.attname) ${columns}`)).toEqual([])
  })

  test('extensions', async () => {
    expect(
      await listOf(`select e.extname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where ${ours}`),
    ).toEqual([])
  })

  test('auth.users through a view or a public function', async () => {
    expect(
      await listOf(`
        select v.viewname from pg_views v where v.schemaname = 'public' and v.definition ~ 'auth\\.users'
        union all
        select f.oid::regproc::text from pg_proc f
        where f.pronamespace = 'public'::regnamespace and pg_get_functiondef(f.oid) ~ 'auth\\.users'`),
    ).toEqual([])
  })

  test('sequences: only their owner has privileges', async () => {
    expect(
      await listOf(`
        select format('%s %s', r.name, c.oid::regclass)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace,
          (values ('anon'), ('authenticated'), ('service_role')) r (name)
        where ${ours} and c.relkind = 'S' and has_sequence_privilege(r.name, c.oid, 'usage, select, update')`),
    ).toEqual([])
  })

  test('anything through ownership: the API roles own no object and do not bypass row level security', async () => {
    expect(
      await listOf(`
        select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${ours} and pg_get_userbyid(c.relowner) in ('anon', 'authenticated', 'service_role', 'authenticator')`),
    ).toEqual([])
    expect(
      await listOf(
        `select rolname from pg_roles where rolname in ('anon', 'authenticated') and (rolbypassrls or rolsuper)`,
      ),
    ).toEqual([])
  })
})

describe('policies', () => {
  const policies = `from pg_policies where schemaname in ('public', 'private')`

  test('name their roles, and never anon in public', async () => {
    expect(await listOf(`select policyname ${policies} and 'public' = any(roles)`)).toEqual([])
    expect(await listOf(`select policyname ${policies} and schemaname = 'public' and 'anon' = any(roles)`)).toEqual([])
  })

  test('policies are one per table and command', async () => {
    expect(
      await listOf(`
        select format('%s.%s %s', schemaname, tablename, cmd) ${policies} group by schemaname, tablename, cmd having count(*) > 1`),
    ).toEqual([])
    expect(await listOf(`select policyname ${policies} and schemaname = 'public' and cmd = 'ALL'`)).toEqual([])
  })

  test('policies are on tables with row level security enabled', async () => {
    expect(
      await listOf(`
        select p.polname from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
        where ${ours} and not c.relrowsecurity`),
    ).toEqual([])
  })

  test('policies are permissive, and never use metadata that users can write', async () => {
    expect(await listOf(`select policyname ${policies} and permissive <> 'PERMISSIVE'`)).toEqual([])
    expect(
      await listOf(`
        select policyname ${policies}
          and coalesce(qual, '') || coalesce(with_check, '') ~ 'user_metadata|raw_user_meta_data|current_setting'`),
    ).toEqual([])
    expect(
      await listOf(`
        select f.oid::regprocedure from pg_proc f join pg_namespace n on n.oid = f.pronamespace
        where ${ours} and f.prokind = 'f' and pg_get_functiondef(f.oid) ~ '(?:jwt.*[^_]user_metadata)'`),
    ).toEqual([])
  })

  test('policies for update check the new row', async () => {
    expect(await listOf(`select policyname ${policies} and cmd = 'UPDATE' and with_check is null`)).toEqual([])
  })

  test('policies are never `true`, and call each function once per query', async () => {
    expect(await listOf(`select policyname ${policies} and (qual = 'true' or with_check = 'true')`)).toEqual([])
    expect(
      await listOf(`
        select policyname ${policies}
          and coalesce(qual, '') || coalesce(with_check, '') ~ '(auth|private)\\.[a-z_]+\\('
          and regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), '\\( SELECT (auth|private)\\.[a-z_]+\\(', '', 'g')
            ~ '(auth|private)\\.[a-z_]+\\('`),
    ).toEqual([])
  })

  test('policies of public tables check that the caller still has access', async () => {
    expect(
      await listOf(`
        select policyname ${policies} and schemaname = 'public'
          and coalesce(qual, with_check) !~ 'private\\.(is_approved|has_live_session|has_role|has_permission)'`),
    ).toEqual([])
  })
})

describe('functions', () => {
  const functions = `
    from pg_proc f join pg_namespace n on n.oid = f.pronamespace
    where ${ours} and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')`

  test('functions set an empty search path', async () => {
    expect(
      await listOf(
        `select f.oid::regprocedure ${functions} and not coalesce('search_path=""' = any(f.proconfig), false)`,
      ),
    ).toEqual([])
  })

  test('functions in public are security invoker and have a comment', async () => {
    expect(await listOf(`select f.oid::regprocedure ${functions} and n.nspname = 'public' and f.prosecdef`)).toEqual([])
    expect(
      await listOf(
        `select f.oid::regprocedure ${functions} and n.nspname = 'public' and obj_description(f.oid, 'pg_proc') is null`,
      ),
    ).toEqual([])
  })

  // A filter of the request runs on the answer while the payee is locked (0066).
  test('functions that lock the payee of a customer answer no text, which a slow pattern could be matched against', async () => {
    expect(
      await listOf(`
        select distinct coalesce(part.typname, t.typname) ${functions.replace(
          'where',
          `
          cross join lateral unnest(
            case when f.proallargtypes is null then array[f.prorettype] else f.proallargtypes end,
            case when f.proallargtypes is null then array['t'::"char"] else f.proargmodes end
          ) as answer (type, mode)
          join pg_type t on t.oid = answer.type
          -- The columns of a composite type.
          left join (pg_attribute a join pg_type part on part.oid = a.atttypid) on a.attrelid = t.typrelid and t.typrelid <> 0
        where`,
        )}
          and n.nspname = 'public' and f.proname in ('make_payment', 'pay_and_repeat', 'send_held_payment', 'undo_payment')
          and answer.mode in ('t', 'o')`),
    ).toEqual(['bool', 'date', 'numeric', 'payment_state', 'timestamptz', 'uuid'])
  })

  test('functions are not executable by PUBLIC', async () => {
    expect(
      await listOf(`
        select f.oid::regprocedure ${functions}
          and (f.proacl is null or exists (select from aclexplode(f.proacl) acl where acl.grantee = 0))`),
    ).toEqual([])
  })

  // A client can make the API roll back a call whose rows do not fit the request. A write that must persist, such as the
  // count of a wrong PIN or an audit entry, is therefore in a function that returns one value. The functions of this list
  // return rows and write: rolled back, they have no effect and reveal nothing that needs an audit entry.
  test('functions that write and return rows are exactly these', async () => {
    expect(
      await listOf(`
        select f.oid::regproc from pg_proc f
        where f.pronamespace = 'public'::regnamespace and f.proretset and f.provolatile = 'v'
          and has_function_privilege('authenticated', f.oid, 'execute')`),
    ).toEqual([
      'create_regular_move',
      'create_regular_payment',
      'make_payment',
      'move_own_money',
      'pay_and_repeat',
      'recognise_device',
      'run_repair',
      'schedule_outgoing_payment',
      'send_all_pins',
      'start_adding_passkey',
      'start_passkey_approval',
      'sync_passwords',
    ])
  })

  // A read that needs an audit row takes two requests. What these return is the caller's own, or worth nothing without the
  // write: a PIN or a code that was not set, a count.
  test('functions that write an audit row and return more than whether they did are exactly these', async () => {
    expect(
      await listOf(`
        select f.oid::regproc ${functions} and n.nspname = 'private' and f.prosrc ~ 'private\\.(audit|record_read|record_list)\\('
          and f.prorettype not in ('void'::regtype, 'boolean'::regtype, 'trigger'::regtype)
          and has_function_privilege('authenticated', f.oid, 'execute')`),
    ).toEqual([
      'private.accept_agent_request',
      'private.add_manual_transaction',
      'private.approve_users',
      'private.change_my_pin',
      'private.clear_all_notifications',
      'private.end_user_sessions',
      'private.give_random_pin',
      'private.make_identity_code',
      'private.open_savings_account',
      'private.reject_users',
      'private.report_message',
      'private.send_all_pins',
      'private.send_claim',
      'private.send_pin_to_inbox',
      'private.set_undo_window',
      'private.sync_passwords',
    ])
  })

  /** Without the function behind each function of the API, which has its name. */
  const executable = async (role: string) => {
    const names = await listOf(
      `select f.oid::regproc ${functions} and has_function_privilege('${role}', f.oid, 'execute')`,
    )
    return names.filter(
      (name) => !names.includes(name.replace(/^(?:private|internal_api)\./, '')) || !name.includes('.'),
    )
  }

  test('functions of the API and the functions of the same name behind them have the same callers', async () => {
    expect(
      await listOf(`
        select api.oid::regproc from pg_proc api
        join pg_proc f on f.proname = api.proname and f.pronamespace in ('private'::regnamespace, 'internal_api'::regnamespace)
        where api.pronamespace = 'public'::regnamespace and f.proacl is distinct from api.proacl`),
    ).toEqual([])
  })

  // The functions of the API that visitors and signed-in users may call are in customerCalls.ts and staffCalls.ts, in access/rights.
  test('executable by anon outside the API are exactly these', async () => {
    const names = await executable('anon')
    expect(names.filter((name) => name.includes('.'))).toEqual(['private.require_short_texts'])
  })

  test('executable by authenticated outside the API are exactly these', async () => {
    const names = await executable('authenticated')
    expect(names.filter((name) => name.includes('.'))).toEqual([
      'private.can_join_calls',
      'private.can_join_staff_topic',
      'private.can_join_typing',
      'private.category_of',
      'private.chats_to_read',
      'private.chosen_categories',
      'private.customer_name_problem',
      'private.fold_text',
      'private.has_live_session',
      'private.has_permission',
      'private.has_role',
      'private.is_approved',
      'private.is_chat_text',
      'private.is_clean',
      'private.is_email',
      'private.is_frozen',
      'private.is_idle',
      'private.kinds_of_rows',
      'private.payee_key',
      'private.require_active',
      'private.require_category',
      'private.require_short_list',
      'private.require_short_texts',
      'private.require_unfrozen',
      'private.searched_amounts',
      'private.strip_forbidden',
      'private.strip_hidden',
    ])
  })

  test('executable by service_role are exactly these', async () => {
    expect(await executable('service_role')).toEqual([
      'add_assistant_message',
      'add_passkey',
      'bank_key',
      'count_refused_message',
      'find_passkey',
      'forget_push_subscription',
      'help_in_danger',
      'issue_device_code',
      'limit_requests',
      'list_connected_banks',
      'mark_due_mail_sent',
      'mark_health_report_sent',
      'post_statement_entry',
      'private.customer_name_problem',
      'private.is_clean',
      'private.require_short_list',
      'private.require_short_texts',
      'private.strip_forbidden',
      'receive_bank_message',
      'receive_card_message',
      'record_bank_answer',
      'record_bank_check',
      'refuse_passkey',
      'release_assistant_turn',
      'split_bank_message',
      'take_assistant_turn',
      'take_bank_check',
      'take_bank_messages',
      'take_due_mails',
      'take_due_pushes',
      'take_health_report',
      'take_payment_notifications',
      'use_passkey',
      'withdraw_device_code',
    ])
  })

  test('executable by the auth server are its hook and its triggers', async () => {
    expect(await executable('supabase_auth_admin')).toEqual([
      'private.hook_password_verification_attempt',
      'private.prevent_sign_in_change',
    ])
  })

  // Other functions trust these settings. Callers choose neither their names nor, except from end_chat's list, their values.
  test('functions set configuration in four places only', async () => {
    expect(
      await listOf(`select f.oid::regproc ${functions} and f.prosrc ~* 'set_config *[(]|\\mset\\s+(local|session)\\M'`),
    ).toEqual(['internal_api.make_payment', 'private.end_chat', 'private.limit_changed_rows', 'private.remove_person'])
  })

  test('functions that catch every error are exactly these, and each leaves a trace of it that a person sees', async () => {
    expect(
      await listOf(
        `select f.oid::regproc ${functions} and f.prokind = 'f' and pg_get_functiondef(f.oid) ~* 'when\\s+others'`,
      ),
    ).toEqual([
      // The payment stays on its way, and the overview counts those that wait too long.
      'private.apply_alone',
      // Tries each decision alone.
      'private.apply_payment_statuses',
      // The payment is refused with the reason.
      'private.book_alone',
      // The run fails, and is in the list of jobs.
      'private.job_for_each',
      'private.owe_push_events',
      // The caller prints it.
      'private.post_statement_entry',
      // Tries each payment alone.
      'private.receive_payments',
      // The payment fails with a note at the second attempt.
      'private.send_outgoing_payment',
    ])
  })

  test('update and delete with a where clause, as pg-safeupdate requires on hosted projects', async () => {
    const bodies = await sql.unsafe<{ name: string; body: string }[]>(
      `select f.oid::regproc::text as name, pg_get_functiondef(f.oid) as body ${functions} and f.prokind = 'f'`,
    )
    const without = bodies.filter(({ body }) =>
      [...body.matchAll(/\b(?:update\s+[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set|delete\s+from)\b([^;]*)/gi)].some(
        ([, rest]) => !/\bwhere\b/i.test(rest ?? ''),
      ),
    )
    expect(bodies.length).toBeGreaterThan(20)
    expect(without.map(({ name }) => name)).toEqual([])
  })
})

test('only the auth server has USAGE on the private schema', async () => {
  expect(
    await listOf(`
      select name from (values ('anon'), ('authenticated'), ('service_role'), ('supabase_auth_admin')) role(name)
      where has_schema_privilege(name, 'private', 'usage')`),
  ).toEqual(['supabase_auth_admin'])
})

test('only authenticated has USAGE on internal_api, which holds functions only', async () => {
  expect(await listOf(`select oid::regclass from pg_class where relnamespace = 'internal_api'::regnamespace`)).toEqual(
    [],
  )
  expect(
    await listOf(`
      select name from (values ('anon'), ('authenticated'), ('service_role'), ('supabase_auth_admin')) role(name)
      where has_schema_privilege(name, 'internal_api', 'usage')`),
  ).toEqual(['authenticated'])
})

test('new objects have no grants by default', async () => {
  expect(
    await listOf(`
      select format('%s %s', d.defaclobjtype, coalesce(r.rolname, 'everybody'))
      from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace, aclexplode(d.defaclacl) acl
        left join pg_roles r on r.oid = acl.grantee
      where d.defaclrole = 'postgres'::regrole and (n.nspname is null or n.nspname in ('public', 'private'))
        and coalesce(r.rolname, 'everybody') in ('everybody', 'anon', 'authenticated', 'service_role')`),
  ).toEqual([])
})
