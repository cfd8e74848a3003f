import type { QueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { addressLines } from '@/features/person/profile/shared'
import { statementQueries } from '@/features/money/statements/queries'
import type { Records } from '@/features/money/statements/shared'
import { monthPeriod } from '@/lib/dates'
import { closingQueries } from './queries'

/** All statements and letters of the customer. */
export async function readRecords(client: QueryClient, userId: string): Promise<Records> {
  const { holderName, sortCode, accountNumber } = await client.ensureQueryData(accountQueries.current(userId))
  const address = addressLines(await client.ensureQueryData(profileQueries.address(userId)))
  const months = await client.fetchQuery(statementQueries.months(userId))
  const statements: Records['statements'] = []
  // One after the other: a user has a few requests at the same time.
  for (const { month } of months.filter(({ entryCount }) => entryCount > 0).toReversed()) {
    const statement = await client.fetchQuery(statementQueries.period(userId, monthPeriod(month)))
    if (statement !== null) statements.push(statement)
  }
  const letters = (await client.fetchQuery(closingQueries.letters(userId))).map(({ letter }) => letter).toReversed()
  return { account: { holderName, sortCode, accountNumber, address }, statements, letters }
}
