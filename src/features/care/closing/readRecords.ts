import type { QueryClient } from '@tanstack/react-query'
import { accountQueries } from '@/features/money/accounts/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { addressLines } from '@/features/person/profile/shared'
import { savingsQueries } from '@/features/money/savings/queries'
import { statementQueries, type Statement } from '@/features/money/statements/queries'
import type { Records } from '@/features/money/statements/shared'
import { monthPeriod } from '@/lib/dates'
import { closingQueries } from './queries'

/** All statements of all accounts, and the letters, of the customer. */
export async function readRecords(client: QueryClient, userId: string): Promise<Records> {
  const { holderName, sortCode, accountNumber } = await client.ensureQueryData(accountQueries.current(userId))
  const address = addressLines(await client.ensureQueryData(profileQueries.address(userId)))
  const statements = await readStatements(client, userId)
  const savings: Records['savings'] = []
  for (const own of await client.fetchQuery(savingsQueries.accounts(userId)))
    if (own.isSavings)
      savings.push({
        account: {
          holderName: own.holderName,
          sortCode: own.sortCode,
          accountNumber: own.accountNumber,
          address,
          savings: own.name,
        },
        statements: await readStatements(client, userId, own.id),
      })
  const letters = (await client.fetchQuery(closingQueries.letters(userId))).map(({ letter }) => letter).toReversed()
  return { account: { holderName, sortCode, accountNumber, address }, statements, savings, letters }
}

/** One after the other: a user has a few requests at the same time. */
async function readStatements(client: QueryClient, userId: string, savingsId?: string): Promise<Statement[]> {
  const months = await client.fetchQuery(statementQueries.months(userId, savingsId))
  const statements: Statement[] = []
  for (const { month } of months.filter(({ entryCount }) => entryCount > 0).toReversed()) {
    const statement = await client.fetchQuery(statementQueries.period(userId, monthPeriod(month), savingsId))
    if (statement !== null) statements.push(statement)
  }
  return statements
}
