import { json, renderSignedIn, serve } from '../fakeServer'
import type { Answers, Row } from '../apiAnswers'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { version } from '../../package.json'
import { noFigures } from '../features/staff/overview/noFigures'
import { AdminJobsScreen } from '@/screens/AdminJobsScreen'

const job = (name: string, schedule: string, change: Partial<Row<'list_jobs'>> = {}): Row<'list_jobs'> => ({
  name,
  schedule,
  last_run_at: '2026-11-21T03:20:01+00:00',
  last_success_at: '2026-11-21T03:20:01+00:00',
  is_off: false,
  is_late: false,
  is_failing: false,
  failures: 0,
  failed_run: null,
  problem: null,
  ...change,
})
/** The overview of a super admin. */
const overview = (late: number) => ({ ...noFigures, late_bank_payments: { count: late, total: 10 * late } })

function show(
  jobs: Row<'list_jobs'>[],
  late = 0,
  permissions: string[] = [],
  errors: Row<'list_shown_errors'>[] = [],
  query = '',
) {
  const answers: Answers = {
    'GET user_roles': () => json([{ role: 'super_admin' }, ...permissions.map(() => ({ role: 'admin' }))]),
    'GET admin_permissions': () => json(permissions.map((permission) => ({ permission }))),
    'POST rpc/get_staff_overview': () => json(overview(late)),
    'POST rpc/list_jobs': () => json(jobs),
    'POST rpc/list_shown_errors': ({ body }) =>
      json(errors.filter(({ reference }) => body === '{}' || body?.includes(String(reference)))),
  }
  const asked = serve(answers)
  return { answers, asked, ...renderSignedIn(<AdminJobsScreen />, '/admin/jobs', query) }
}

const region = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the jobs', () => {
  test('the jobs are shown in words, with state, last success and next run', async () => {
    show([
      job('verify-audit-chain', '20 3 * * *', {
        is_failing: true,
        failures: 1200,
        last_success_at: null,
        failed_run: 90,
        problem: 'too-slow',
      }),
      job('send-held-payments', '10 seconds', { failures: 1, failed_run: 80, problem: 'unknown' }),
      job('of-another-release', '0 3 * * 1', { last_run_at: null, last_success_at: null }),
    ])
    const list = await region('All jobs')
    const rows = (await list.findAllByRole('row')).map(({ textContent }) => textContent)
    // The next run is at 03:20 UTC, an hour later on summer clocks.
    expect(rows[1]).toMatch(
      /^Verify the audit chain Every day.*Failing.*21 Nov 2026, 03:20.*None in 7 days.*0[34]:20.*1,200.*It took too long and was stopped\. Run 90$/,
    )
    expect(rows[2]).toMatch(
      /^Send payments after their undo window Every 10 seconds.*Working.*Every 10 seconds.*1.*Another error\. Run 80$/,
    )
    expect(screen.getByText(/^Runs are kept for 7 days\./)).toBeVisible()
    expect(list.queryByText('Due within 2 hours')).not.toBeInTheDocument()
    expect(rows[3]).toMatch(/^of-another-release 0 3 \* \* 1.*Not run yet.*–/)
  })

  test('a job that is off or late says so instead of working', async () => {
    show([
      job('send-held-payments', '10 seconds', { is_off: true }),
      job('renew-cards', '*/2 2 * * *', { is_late: true }),
    ])
    const rows = (await (await region('All jobs')).findAllByRole('row')).map(({ textContent }) => textContent)
    expect(rows[1]).toMatch(/Off/)
    expect(rows[2]).toMatch(/Late/)
    expect(rows.join()).not.toMatch(/Working/)
  })

  test('payments that wait too long for another bank are the first row, with a link to them', async () => {
    show([job('send-held-payments', '10 seconds')], 1200, ['repair_transactions'])
    const list = await region('All jobs')
    const link = await list.findByRole('link', { name: 'Decisions of other banks about payments' })
    expect(link).toHaveAttribute('href', '/admin/between-banks')
    expect(list.getAllByRole('row')[1]).toHaveTextContent(/Due within 2 hours.*1,200 late/)
  })

  test('a super admin who may not open those payments sees the row without a link', async () => {
    show([], 3)
    const list = await region('All jobs')
    expect(await list.findByText('Decisions of other banks about payments')).toBeVisible()
    expect(list.queryByRole('link')).not.toBeInTheDocument()
  })

  test('the jobs say when there are none', async () => {
    show([])
    expect(await screen.findByText('No jobs are scheduled')).toBeVisible()
  })

  test('recover from an error', async () => {
    const { answers } = show([])
    answers['POST rpc/list_jobs'] = () => json({ code: 'PT409', message: 'Refused' }, 409)
    const jobs = await region('All jobs')
    const again = await jobs.findByRole('button', { name: 'Try again' })
    expect(jobs.getByText("We couldn't load the jobs.")).toBeVisible()
    answers['POST rpc/list_jobs'] = () => json([job('verify-audit-chain', '20 3 * * *')])
    await userEvent.click(again)
    await waitFor(() => expect(jobs.getByText('Verify the audit chain')).toBeVisible())
  })
})

test.each([
  [version, []],
  ['0.9.0', ['The database is older than this web app. Apply its migrations: npx supabase db push --remote.']],
  ['100.0.0', ['The database is newer than this web app. Reload the page. If this stays, deploy the web app.']],
])('the releases of the web app and of the database are shown, and what to do about %s', async (found, problems) => {
  const { answers } = show([])
  answers['POST rpc/get_staff_overview'] = () => json({ ...overview(0), database_version: found })
  expect(await screen.findByText(`Web app ${version}, database ${found}`)).toBeVisible()
  expect(screen.queryAllByText(/than this web app/).map(({ textContent }) => textContent)).toEqual(problems)
})

describe('the errors that the app showed', () => {
  const shown = (reference: string): Row<'list_shown_errors'> => ({
    reference,
    kind: 'PostgrestError 42P01',
    screen: '/cards',
    shown_at: '2026-11-21T12:00:00+00:00',
  })

  test('one is found by the reference that a customer reads out, and its address can be sent to a colleague', async () => {
    const person = userEvent.setup()
    const { router } = show([], 0, [], [shown('K7WMQ2'), shown('ABCDEF')])
    const list = await region('Errors with a reference')
    expect(await list.findAllByRole('row')).toHaveLength(3)
    await person.type(list.getByRole('searchbox', { name: 'Find by reference' }), 'K7WMQ2{Enter}')
    await waitFor(() => expect(list.getAllByRole('row')).toHaveLength(2))
    expect(list.getAllByRole('row')[1]).toHaveTextContent(/^K7WMQ2.*21 Nov 2026, 12:00.*\/cards.*PostgrestError 42P01$/)
    expect(router.state.location.hash).toBe('#error=K7WMQ2')
  })

  test('a reference without an error says why there may be none', async () => {
    show([], 0, [], [], '#error=ZZZZZZ')
    expect(await screen.findByText(/^No error has this reference\./)).toBeVisible()
  })

  test('the list can be empty', async () => {
    show([])
    expect(await screen.findByText('The app has shown no unexpected error in 30 days')).toBeVisible()
  })
})
