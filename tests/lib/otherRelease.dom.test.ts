import { json, serve, storeSession } from '../fakeServer'
import type { Answers } from '../apiAnswers'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { download, newerRelease } from '@/lib/download'
import { messageOf, refusalOf } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { required } from '@/lib/required'
import { callRpc, supabase } from '@/lib/supabase'

// A page of one release meets the database, the edge functions and the files of another.

const ready = 'A new version of Fernbank is ready. Reload the page.'
const underway = /^We're updating Fernbank\. Try again in a few minutes\. Reference: [A-Z2-9]{6}$/

beforeEach(() => {
  storeSession()
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const script = Object.assign(document.createElement('script'), { type: 'module' })
  script.setAttribute('src', '/assets/this.js')
  document.head.append(script)
  onTestFinished(() => script.remove())
})
afterEach(() => localStorage.clear())

const page = (script: string) => new Response(`<script type="module" src="/assets/${script}.js"></script>`)
const refuse = (code: string, status: number) => () =>
  json({ code, message: 'Could not find …', hint: 'Perhaps you meant …', details: null }, status)

/** What the server of another release refuses, and the request. */
const unknown: [what: string, answers: Answers, ask: () => PromiseLike<unknown>][] = [
  ['a function', { 'POST rpc/close_my_account': refuse('PGRST202', 404) }, () => callRpc('close_my_account')],
  [
    'one of two functions of the same name',
    { 'POST rpc/close_my_account': refuse('PGRST203', 300) },
    () => callRpc('close_my_account'),
  ],
  [
    'a column of a write',
    { 'PATCH profiles': refuse('PGRST204', 400) },
    () => supabase.from('profiles').update({ town: 'Leeds' }).eq('id', 'a').throwOnError(),
  ],
  ['a table', { 'GET profiles': refuse('PGRST205', 404) }, () => supabase.from('profiles').select('id').throwOnError()],
  [
    'a relation of two tables',
    { 'GET profiles': refuse('PGRST200', 400) },
    () => supabase.from('profiles').select('id').throwOnError(),
  ],
  ['a column', { 'GET profiles': refuse('42703', 400) }, () => supabase.from('profiles').select('id').throwOnError()],
  [
    'a function within one',
    { 'GET profiles': refuse('42883', 404) },
    () => supabase.from('profiles').select('id').throwOnError(),
  ],
  ['a relation', { 'GET profiles': refuse('42P01', 404) }, () => supabase.from('profiles').select('id').throwOnError()],
  [
    'an edge function',
    {
      'POST /functions/v1/delete-user': () =>
        json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404),
    },
    () => invokeFunction('delete-user', {}),
  ],
  [
    'a file of the page',
    {},
    () => download(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
  ],
]

describe.each(unknown)('%s that is gone', (what, answers, ask) => {
  const failure = () => Promise.resolve(ask()).catch((error: unknown) => error)

  test('a new version is ready where the host has one, and nothing was done', async () => {
    const heard = vi.fn<() => void>()
    window.addEventListener(newerRelease, heard, { once: true })
    serve({ ...answers, 'GET /': () => page('next') })
    const error = await failure()
    expect(messageOf(error)).toBe(ready)
    expect(refusalOf(error)).toMatchObject({ hint: 'new-version', message: ready })
    expect(heard).toHaveBeenCalledOnce()
  })

  test('the bank is being updated where the host has this page, and no reload is offered', async () => {
    const heard = vi.fn<() => void>()
    window.addEventListener(newerRelease, heard, { once: true })
    serve({ ...answers, 'GET /': () => page('this') })
    const error = await failure()
    expect(messageOf(error)).toMatch(underway)
    expect(refusalOf(error)?.hint).toBe('updating')
    expect(heard).not.toHaveBeenCalled()
    window.removeEventListener(newerRelease, heard)
  })

  test('the usual words where the host does not answer', async () => {
    serve(answers)
    expect(messageOf(await failure())).toMatch(
      what === 'a file of the page' ? /^You appear to be offline\./ : /^Something went wrong\. Try again\. Reference: /,
    )
  })
})

test.each([
  ['PT404', 404],
  // A fault within the function.
  ['42883', 404],
  ['23505', 409],
  ['42501', 403],
  ['PGRST301', 401],
])('the host is not asked because of %s', async (code, status) => {
  const asked = serve({ 'POST rpc/close_my_account': refuse(code, status), 'GET /': () => page('next') })
  await expect(callRpc('close_my_account')).rejects.toMatchObject({ code })
  expect(asked.map(({ path }) => path)).toEqual(['rpc/close_my_account'])
})

test('an answer of an unknown shape looks for a new version', async () => {
  const heard = vi.fn<() => void>()
  window.addEventListener(newerRelease, heard, { once: true })
  serve({ 'GET /': () => page('next') })
  expect(() => required(undefined)).toThrow("We couldn't read the server's answer. Please try again.")
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
})
