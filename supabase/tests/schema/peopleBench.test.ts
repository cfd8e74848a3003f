import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareAll, type PeopleFigures } from '../../../bench/people'
import { type PeopleDatabase, startPeopleDatabase } from '../../../bench/peopleDatabase'

// `npm run bench -- people` does this with a million.
let database: PeopleDatabase
let figures: PeopleFigures
beforeAll(async () => {
  database = await startPeopleDatabase(100)
  figures = await compareAll(database, database, () => undefined, { warmUps: 0, samples: 1 })
}, 180_000)
afterAll(() => database.destroy())

test('the measurement with many people has every call, each of which answers or is refused in the words of its function', () => {
  const broken = figures.calls.filter(({ refusal }) => refusal !== null && /^(?!PT)[0-9A-Z]{5} /.test(refusal))
  expect(broken).toEqual([])
  expect(figures.calls.length).toBeGreaterThan(200)
})

test('the measurement with many people reads every table without a refusal', () => {
  expect(figures.calls.filter(({ what, refusal }) => what.startsWith('read ') && refusal !== null)).toEqual([])
})

test('the measurement with many people runs every job without a failure', () => {
  expect(figures.jobs.filter(({ problem }) => problem !== null)).toEqual([])
  expect(figures.plans).toHaveLength(10)
})
