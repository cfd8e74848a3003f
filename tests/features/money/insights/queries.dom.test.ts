import { createTestQueryClient, insightsRows, json, serve, userId } from '../../../fakeServer'
import { expect, test } from 'vitest'
import { insightsQueries } from '@/features/money/insights/queries'

test('reads seven months and their average in one request; amounts are pence', async () => {
  const asked = serve({ 'POST rpc/get_insights': () => json(insightsRows({ spent: 0.29 })) })
  const insights = await createTestQueryClient().fetchQuery(insightsQueries.own(userId))
  expect(asked).toHaveLength(1)
  expect(insights.months).toHaveLength(7)
  expect(insights.months.slice(0, 2)).toEqual([
    { month: '2026-11-01', spent: 29, received: 150_050 },
    { month: '2026-10-01', spent: 80_000, received: 200_000 },
  ])
  expect(insights.averageSpent).toBe(105_025)
})

test('an answer without months is an error', async () => {
  serve({ 'POST rpc/get_insights': () => json([]) })
  const options = { ...insightsQueries.own(userId), retry: false }
  await expect(createTestQueryClient().fetchQuery(options)).rejects.toThrow("We couldn't load your insights.")
})
