import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { matchPath } from 'react-router-dom'
import { screens } from '@/app/areas'
import { usedApi } from '../../../../local/contract/usedApi'
import { projectRoot } from '../../../../local/settings'
import { composePush } from '../../../functions/_shared/pushMessage.ts'
import { pushEvents } from '../../../functions/_shared/pushEvents.ts'
import { customerCalls } from './customerCalls'
import { edgeCalls } from './edgeCalls'
import type { RightsFixture } from './rightsFixture'
import { staffCalls } from './staffCalls'

// What the database, the edge functions and the app offer to an app, a mail and a push message of an older release.

/** The parts of a function, a table and so on: `{ takes: ['p_id uuid'], answers: ['id uuid'] }`. */
type Parts = Record<string, string[]>
export const sections = ['functions', 'tables', 'edge functions', 'realtime', 'links', 'push messages'] as const
export type OfferedApi = Record<(typeof sections)[number], Record<string, Parts>>

/** What is offered now. `released`: each function is called as this release calls it, and its links and topics are looked for. */
export async function offeredApi(
  fixture: RightsFixture,
  released?: OfferedApi,
): Promise<{ api: OfferedApi; refusals: string[] }> {
  const functions = await databaseFunctions(fixture)
  const { answers, refusals } = await callEach(fixture, released ?? null, functions)
  for (const [name, fields] of answers) functions[name]?.answers?.push(...fields)
  return { api: { functions, ...(await besidesFunctions(fixture, released)) }, refusals }
}

export async function besidesFunctions(
  fixture: RightsFixture,
  released?: OfferedApi,
): Promise<Omit<OfferedApi, 'functions'>> {
  return {
    tables: await tables(fixture),
    'edge functions': edgeFunctions(fixture),
    realtime: await realtime(fixture, released),
    links: links(released),
    'push messages': pushMessages(),
  }
}

/** Those of the API. An argument that may be left out ends with '?', a field of a composite type is 'p_payment.amount numeric'. */
async function databaseFunctions({ sql }: RightsFixture): Promise<Record<string, Parts>> {
  const rows = await sql<{ name: string; takes: string[]; answers: string[]; callers: string[] }[]>`
    select f.proname as name, coalesce(f_in.takes, '{}') as takes, coalesce(f_out.answers, '{}') as answers,
      array(
        select r from unnest(array['anon', 'authenticated', 'service_role']) r where has_function_privilege(r, f.oid, 'execute')
      ) as callers
    from pg_proc f
    cross join lateral (
      select array_agg(concat(a.name, '.' || field.attname, ' ', format_type(coalesce(field.atttypid, a.type), null),
        case when a.place > f.pronargs - f.pronargdefaults or field.attname is not null then '?' end) order by a.place, field.attnum) as takes
      from unnest(f.proargnames[:f.pronargs], f.proargtypes::oid[]) with ordinality a (name, type, place)
      left join pg_class c on c.reltype = a.type and c.relkind = 'c'
      left join pg_attribute field on field.attrelid = c.oid and field.attnum > 0 and not field.attisdropped
    ) f_in
    cross join lateral (
      select array_agg(concat_ws(' ', part.name, format_type(part.type, null)) order by part.place) as answers
      from (
        select a.name, a.type, a.place
        from unnest(f.proargnames, f.proallargtypes, f.proargmodes) with ordinality a (name, type, mode, place)
        where a.mode in ('t', 'o')
        union all
        select field.attname, field.atttypid, field.attnum
        from pg_type t join pg_attribute field on field.attrelid = t.typrelid and field.attnum > 0 and not field.attisdropped
        where t.oid = f.prorettype
        union all
        select null, f.prorettype, 1 from pg_type t
        where t.oid = f.prorettype and t.typtype in ('b', 'd', 'e') and f.proargmodes is null
      ) part
    ) f_out
    where f.pronamespace = 'public'::regnamespace order by 1`
  return Object.fromEntries(rows.map(({ name, ...parts }) => [name, parts]))
}

const withoutMark = (take: string) => take.replace(/[. ].*$/, '')

/** Calls each function as its first permitted callers, and gives the fields of the answers that are JSON. */
async function callEach(fixture: RightsFixture, released: OfferedApi | null, functions: Record<string, Parts>) {
  const answers = new Map<string, Set<string>>()
  const refusals: string[] = []
  const them = fixture.userWith('other customer')
  for (const { name, args, to, ownTo = [], nothingTo = [], recordedBy } of [...customerCalls, ...staffCalls]) {
    const takes = released === null ? functions[name]?.takes : released.functions[name]?.takes
    // A function that the release does not know.
    if (takes === undefined) continue
    const taken = new Set(takes.map(withoutMark))
    const isJson = functions[name]?.answers?.some((answer) => /\bjsonb?$/.test(answer)) === true
    const customer = fixture.userWith('customer')
    const callers = [
      { me: fixture.userWith(to[0] ?? ownTo[0] ?? nothingTo[0] ?? 'customer'), of: them },
      // The parts that each permission opens, and what a user gets about themselves.
      ...(isJson
        ? [
            ...to
              .slice(1)
              .map(fixture.userWith)
              .map((me) => ({ me, of: them })),
            { me: customer, of: customer },
          ]
        : []),
    ]
    for (const { me, of } of callers) {
      if (recordedBy) await me.direct.rpc(recordedBy.name, recordedBy.args?.(of, me) ?? {})
      const given = Object.entries(args?.(of, me) ?? {}).filter(([argument]) => taken.has(argument))
      const { data, error } = await me.direct.rpc(name, Object.fromEntries(given))
      // PostgREST found no such function, or the function no such column.
      if (error !== null && /^(PGRST|42(?!501)|22)/.test(error.code))
        refusals.push(`${name}: ${error.code} ${error.message}`)
      if (isJson) answers.set(name, new Set([...(answers.get(name) ?? []), ...fieldsOf(data)]))
      await fixture.restore()
    }
  }
  return { answers: new Map([...answers].map(([name, fields]) => [name, [...fields].toSorted()])), refusals }
}

/** The paths of the fields: 'chats', 'chats.waiting'. Those of a list are those of its elements. A key that is data is none. */
function fieldsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => fieldsOf(element, at))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    /^[a-z]+(_[a-z]+)*$/i.test(key) ? [at + key, ...fieldsOf(part, `${at}${key}.`)] : [],
  )
}

async function tables({ sql }: RightsFixture): Promise<Record<string, Parts>> {
  const rows = await sql<{ name: string; right: string; columns: string[] }[]>`
    select c.relname as name, format('%s by %s', p, r) as right, array_agg(
      a.attname || ' ' || format_type(a.atttypid, null) order by a.attnum
    ) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join unnest(array['select', 'insert', 'update', 'delete']) p
    cross join unnest(array['authenticated', 'service_role']) r
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      and case p when 'delete' then a.attnum = 1 and has_table_privilege(r, c.oid, p) else has_column_privilege(r, c.oid, a.attnum, p) end
    group by 1, 2 order by 1, 2`
  const found: Record<string, Parts> = {}
  for (const { name, right, columns } of rows) found[name] = { ...found[name], [right]: columns }
  return found
}

const folder = (...parts: string[]) => path.join(projectRoot, ...parts)
const textOf = (...parts: string[]) =>
  readdirSync(folder(...parts), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|sql)$/.test(name))
    .map((name) => readFileSync(folder(...parts, name), 'utf8'))
    .join('\n')

/** What the web app reads of the answers. The tests of each function prove that it answers them. */
const readAnswers: Record<string, string[]> = {
  'ai-chat': ['choices', 'message', 'content', 'agent', 'opensAt'],
  'delete-user': ['deleted'],
  'repair-transactions': ['repairs', 'transactionId', 'recipientName', 'amount'],
  'send-all-user-pins': ['successful', 'failed', 'failedNames', 'after'],
  'send-due-mails': ['sent'],
  'send-payment-notification': ['sent'],
  'sync-user-pins': ['changed', 'remaining', 'message'],
  'use-passkey': ['tokenHash'],
}

/** What the tests of rights and the web app send, and what the app reads, as far as the source of the function has it. */
function edgeFunctions(fixture: RightsFixture): Record<string, Parts> {
  const me = fixture.userWith('customer')
  const app = textOf('src')
  const names = [...new Set(edgeCalls.map(({ name }) => name))].filter((name) =>
    existsSync(folder('supabase', 'functions', name, 'index.ts')),
  )
  return Object.fromEntries(
    names.map((name) => {
      const source = textOf('supabase', 'functions', name)
      const has = (field: string) => new RegExp(`\\b${field}\\b`).test(source)
      const called = edgeCalls.filter((call) => call.name === name).flatMap(({ body }) => Object.keys(body(me, me)))
      const written = [...app.matchAll(new RegExp(`invokeFunction\\('${name}', \\{([^}]*)\\}`, 'g'))].flatMap(
        ([, body = '']) => [...body.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, field = '']) => field),
      )
      return [
        name,
        {
          takes: [...new Set([...called, ...written])].filter((field) => has(field)).toSorted(),
          answers: (readAnswers[name] ?? []).filter((field) => has(field)),
        },
      ]
    }),
  )
}

/** The published columns of each table, and the topics with their events that the database lets a user join. */
async function realtime({ sql }: RightsFixture, released?: OfferedApi): Promise<Record<string, Parts>> {
  const published = await sql<{ name: string; columns: string[] }[]>`
    select tablename as name, array(select unnest(attnames)::text) as columns
    from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' order by 1`
  const [code] = await sql<{ text: string }[]>`
    select string_agg(f.prosrc, ' ') || (select string_agg(pg_get_triggerdef(t.oid), ' ') from pg_trigger t where not t.tgisinternal) as text
    from pg_proc f where f.pronamespace = 'private'::regnamespace`
  const topics = usedApi('src')
    .filter((use) => use.startsWith('broadcast '))
    .map((use) => use.slice('broadcast '.length))
  const known = new Set([...topics, ...Object.keys(released?.realtime ?? {}).filter((name) => name.includes(':'))])
  return {
    ...Object.fromEntries(published.map(({ name, columns }) => [name, { sends: columns }])),
    ...Object.fromEntries(
      [...known]
        .filter((topic) => code?.text.includes(topic))
        .map((topic) => [
          topic,
          // Typing goes from app to app, the other events come from the database.
          topic === 'typing:'
            ? {
                sends: /event: 'typing'[\s\S]*sender_type/.test(textOf('src', 'features', 'contact', 'chat'))
                  ? ['typing', 'sender_type']
                  : [],
              }
            : { sends: code?.text.includes(`'changed', `) ? ['changed'] : [] },
        ]),
    ),
  }
}

/** The addresses in mails, push messages and answers of the assistant that the app still has, with what follows the '#'. */
function links(released?: OfferedApi): Record<string, Parts> {
  const functions = textOf('supabase', 'functions')
  const sent =
    released === undefined
      ? [
          ...[...functions.matchAll(/\blink\('([a-z-]+)'/g)].map(([, name]) => `/${name}#`),
          ...[...functions.matchAll(/path: '([^']+)'/g)].map(([, place = '']) => place),
          ...Object.values(pushEvents).map((event) => event?.place('') ?? '/'),
        ]
      : Object.entries(released.links).flatMap(([place, { leads: fragments = [] }]) => [
          place,
          ...fragments.map((fragment) => `${place}#${fragment}`),
        ])
  const app = textOf('src')
  const routes = Object.values(screens)
    .flat()
    .filter((route) => route.path !== '*')
  const found: Record<string, Parts> = {}
  for (const address of sent) {
    const [place = '', fragment = ''] = address.split('#')
    if (!routes.some((route) => matchPath(route.path, place) !== null)) continue
    const { leads: others = [] } = found[place] ?? {}
    const word = fragment.replace(/=$/, '')
    const isKnown = word !== '' && (app.includes(`'${word}'`) || app.includes(`id: '${word}'`))
    found[place] = { leads: [...new Set([...others, ...(isKnown ? [word] : [])])] }
  }
  return found
}

function pushMessages(): Record<string, Parts> {
  const { payload } = composePush({ event: 'money_in', amount: 1, title: null, topic: 'topic' }, 'https://bank.example')
  const worker = readFileSync(folder('src', 'serviceWorker.ts'), 'utf8')
  return {
    notification: {
      has: Object.keys(payload.notification)
        .filter((field) => worker.includes(field))
        .toSorted(),
    },
  }
}
