import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openApp, type App } from './app'
import { newCustomer, pay } from './customers'

vi.stubGlobal('WebSocket', WebSocket)

let app: App

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

test('a job sends a payment at the end of its undo window, and its run is recorded', { timeout: 60_000 }, async () => {
  const ada = await newCustomer(app, app.database, 'Ada Payer')
  const ben = await newCustomer(app, app.database, 'Ben Payee')
  await ada.supabase.rpc('set_undo_window', { p_seconds: 10 }).throwOnError()
  await pay(ada, ben, 4, 'Later')
  const rows = () => ben.supabase.from('transactions').select('amount').eq('user_id', ben.id).throwOnError()
  expect((await rows()).data).toEqual([])
  await expect.poll(async () => (await rows()).data, { timeout: 40_000, interval: 500 }).toEqual([{ amount: 4 }])
  const runs = () => app.database`
    select distinct d.status, d.username
    from cron.job_run_details d join cron.job j using (jobid)
    where j.jobname = 'send-held-payments' and d.end_time > now() - interval '1 minute'`
  await expect.poll(runs, { timeout: 15_000 }).toEqual([{ status: 'succeeded', username: 'postgres' }])
})
