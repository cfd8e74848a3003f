import { type Snapshot, type RightsUser, parseRows } from './rightsFixture'

// Calls before sign-in are counted and recorded, also when they are refused.
const attemptTables = new Set(['private.attempts', 'private.pin_reset_requests'])

export function changedTables(after: Snapshot, before: Snapshot): string[] {
  return [...after.keys()].filter((name) => after.get(name) !== before.get(name))
}

/** The tables in which rows that name this user differ. */
export function tablesChangedFor(user: RightsUser, after: Snapshot, before: Snapshot): string[] {
  return changedTables(after, before)
    .filter((name) => !attemptTables.has(name))
    .filter((name) => String(rowsNaming(user, after, name)) !== String(rowsNaming(user, before, name)))
}

const rowsNaming = (user: RightsUser, state: Snapshot, name: string) =>
  parseRows(state.get(name))
    .map((row) => JSON.stringify(row))
    .filter((row) => containsDataOf(user, row))

export function containsDataOf(
  { id, email, account, chat, transaction, agentRequest, device, role }: RightsUser,
  data: unknown,
): boolean {
  const text = JSON.stringify(data) ?? ''
  return [id, email, account.id, account.number, chat, transaction, agentRequest, device, `Secret ${role}`].some(
    (secret) => text.includes(secret),
  )
}
