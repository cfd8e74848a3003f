import { expect, test } from 'vitest'
import { jobName } from '@/features/staff/jobs/copy'
import { nextRun, scheduleWords } from '@/features/staff/jobs/jobSchedule'
import { readSchemas } from '../../../../local/migrations/schemas'

const after = new Date('2026-11-21T03:20:30Z')

test.each([
  ['* * * * *', '2026-11-21T03:21:00.000Z', 'Every minute'],
  ['*/10 * * * *', '2026-11-21T03:30:00.000Z', 'Every 10 minutes'],
  ['7,37 * * * *', '2026-11-21T03:37:00.000Z', 'Every 30 minutes'],
  ['5 * * * *', '2026-11-21T04:05:00.000Z', 'Every hour'],
  ['21 3 * * *', '2026-11-21T03:21:00.000Z', 'Every day'],
  ['20 3 * * *', '2026-11-22T03:20:00.000Z', 'Every day'],
  ['*/2 2 * * *', '2026-11-22T02:00:00.000Z', 'Every day'],
])('%s runs next at %s', (schedule, next, words) => {
  expect(nextRun(schedule, after)?.toISOString()).toBe(next)
  expect(scheduleWords(schedule)).toBe(words)
})

test('every job of the database has words', () => {
  const names = [...readSchemas().values()].flatMap((script) =>
    [...script.matchAll(/cron\.schedule\(\s*'([a-z-]+)'/g)].map(([, name]) => name ?? ''),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => jobName(name) === name)).toEqual([])
})

test.each([
  ['10 seconds', 'Every 10 seconds'],
  ['0 3 * * 1', '0 3 * * 1'],
  ['0 25 * * *', '0 25 * * *'],
  ['7,67 * * * *', '7,67 * * * *'],
  ['*/0 * * * *', '*/0 * * * *'],
  ['', ''],
])('%j has no next minute', (schedule, words) => {
  expect(nextRun(schedule, after)).toBeNull()
  expect(scheduleWords(schedule)).toBe(words)
})
