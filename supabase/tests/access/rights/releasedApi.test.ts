import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { upgradedRelease } from '../../../../local/migrations/releases'
import { projectRoot } from '../../../../local/settings'
import { missingApi } from './missingApi'
import { besidesFunctions, offeredApi, sections, type OfferedApi } from './offeredApi'
import { withRights } from './rightsFixture'

// An open tab, a mail and a push message of the last release meet the database, functions and app of the next one.

const fixture = withRights()

const { version } = upgradedRelease(projectRoot)
const list = path.join(projectRoot, 'supabase', 'releases', version, 'api.json')
const released = JSON.parse(readFileSync(list, 'utf8')) as OfferedApi
let now: OfferedApi
let refusals: string[]

beforeAll(async () => {
  ;({ api: now, refusals } = await offeredApi(fixture, released))
})

test('what the last release calls, reads and links to is still answered', async () => {
  expect(missingApi(version, released, now)).toEqual([])
  expect(refusals).toEqual([])
  for (const section of sections) expect(Object.keys(released[section])).not.toEqual([])
  const { direct } = fixture.userWith('customer')
  for (const [table, { 'select by authenticated': columns = [] }] of Object.entries(released.tables)) {
    const names = columns.map((column) => column.replace(/ .*$/, ''))
    expect({ table, error: (await direct.from(table).select(names.join()).limit(1)).error }).toEqual({
      table,
      error: null,
    })
  }
})

const nothing = (): OfferedApi => ({
  functions: {},
  tables: {},
  'edge functions': {},
  realtime: {},
  links: {},
  'push messages': {},
})

test.each<[keyof OfferedApi, OfferedApi[keyof OfferedApi], OfferedApi[keyof OfferedApi], string[]]>([
  ['functions', { pay: {} }, {}, ['Release 1.0.0 calls pay, which is gone.']],
  [
    'functions',
    { pay: { takes: ['p_id uuid', 'p_note text?', 'p_payment.amount text?'] } },
    { pay: { takes: ['p_id text'] } },
    [
      'Release 1.0.0 calls pay with p_id uuid, which it no longer takes.',
      'Release 1.0.0 calls pay with p_note text, which it no longer takes.',
      'Release 1.0.0 calls pay with p_payment.amount text, which it no longer takes.',
    ],
  ],
  [
    'functions',
    { pay: { takes: ['p_note text?'] } },
    { pay: { takes: ['p_note text', 'p_code text', 'p_day date?'] } },
    [
      'pay needs p_note text, and release 1.0.0 calls it without.',
      'pay needs p_code text, and release 1.0.0 calls it without.',
    ],
  ],
  [
    'functions',
    { pay: { answers: ['id uuid', 'payee.name', 'list.id'], callers: ['anon', 'authenticated'] } },
    // The list is empty today.
    { pay: { answers: ['payee', 'payee.id', 'list'], callers: ['authenticated'] } },
    [
      'Release 1.0.0 reads id uuid from the answer of pay, which no longer has it.',
      'Release 1.0.0 reads payee.name from the answer of pay, which no longer has it.',
      'Release 1.0.0 calls pay as anon, which may no longer call it.',
    ],
  ],
  [
    'tables',
    { accounts: { 'select by authenticated': ['id uuid', 'balance numeric'] }, cards: {} },
    { accounts: { 'select by authenticated': ['id uuid'] } },
    [
      'Release 1.0.0 does select by authenticated on accounts, with balance numeric, which is no longer possible.',
      'Release 1.0.0 uses the table cards, which is gone.',
    ],
  ],
  [
    'edge functions',
    { 'ai-chat': { takes: ['only'], answers: ['choices'] }, 'delete-user': {} },
    { 'ai-chat': { takes: [], answers: [] } },
    [
      'Release 1.0.0 sends only to the edge function ai-chat, which no longer takes it.',
      'Release 1.0.0 reads choices from the answer of the edge function ai-chat, which no longer has it.',
      'Release 1.0.0 calls the edge function delete-user, which is gone.',
    ],
  ],
  [
    'realtime',
    { 'typing:': { sends: ['typing'] }, cards: { sends: ['status'] }, 'calls:': {} },
    { 'typing:': { sends: [] }, cards: { sends: ['id'] } },
    [
      'Release 1.0.0 reads typing from the live updates of typing:, which no longer have it.',
      'Release 1.0.0 reads status from the live updates of cards, which no longer have it.',
      'Release 1.0.0 listens to calls:, which is gone.',
    ],
  ],
  [
    'links',
    { '/freeze': { leads: [] }, '/settings': { leads: ['needs', 'freeze'] } },
    { '/settings': { leads: ['freeze', 'other'] } },
    [
      'Release 1.0.0 has sent links to /freeze, which is gone.',
      'Release 1.0.0 has sent links to /settings#needs, which the app no longer reads.',
    ],
  ],
  [
    'push messages',
    { notification: { has: ['navigate', 'title'] } },
    { notification: { has: ['title', 'tag'] } },
    ['Release 1.0.0 reads navigate of the notification in a push message, which no longer has it.'],
  ],
])('names what is gone of the %s: %j, now %j', (section, before, current, problems) => {
  expect(missingApi('1.0.0', { ...nothing(), [section]: before }, { ...nothing(), [section]: current })).toEqual(
    problems,
  )
})

test('a function, an argument, a field, a table, a topic, an edge function and a link that are gone are named', async () => {
  const change = structuredClone(now)
  change.functions.get_old_summary = { takes: [], answers: [], callers: ['authenticated'] }
  change.functions.edit_recipient?.takes?.push('p_colour text?')
  change.functions.get_staff_overview?.answers?.push('period.calls')
  change.tables.old_accounts = { 'select by authenticated': ['id uuid'] }
  change.tables.accounts?.['select by authenticated']?.push('nickname text')
  change.realtime['rates:'] = { sends: ['changed'] }
  change['edge functions']['old-mail'] = { takes: [], answers: [] }
  change['edge functions']['delete-user']?.takes?.push('reason')
  change.links['/old'] = { leads: [] }
  change.links['/settings']?.leads?.push('old-sheet')
  change['push messages'].notification?.has?.push('image')
  const current = { ...now, ...(await besidesFunctions(fixture, change)) }
  expect(missingApi('1.0.0', change, current)).toEqual([
    'Release 1.0.0 calls edit_recipient with p_colour text, which it no longer takes.',
    'Release 1.0.0 reads period.calls from the answer of get_staff_overview, which no longer has it.',
    'Release 1.0.0 calls get_old_summary, which is gone.',
    'Release 1.0.0 does select by authenticated on accounts, with nickname text, which is no longer possible.',
    'Release 1.0.0 uses the table old_accounts, which is gone.',
    'Release 1.0.0 sends reason to the edge function delete-user, which no longer takes it.',
    'Release 1.0.0 calls the edge function old-mail, which is gone.',
    'Release 1.0.0 listens to rates:, which is gone.',
    'Release 1.0.0 has sent links to /settings#old-sheet, which the app no longer reads.',
    'Release 1.0.0 has sent links to /old, which is gone.',
    'Release 1.0.0 reads image of the notification in a push message, which no longer has it.',
  ])
})
