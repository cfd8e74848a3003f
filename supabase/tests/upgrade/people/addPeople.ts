import type postgres from 'postgres'
import { runJob } from '../../fixtures/jobs'
import { addCards } from './cards'
import { addCases } from './cases'
import { addChats } from './chats'
import { addOtherBanks } from './otherBanks'
import { addPayments } from './payments'
import { addSavings } from './savings'
import { addSignIn } from './signIn'
import { addStaffWork } from './staff'
import { addSuspended } from './suspended'
import { newWorld } from './world'

/**
 * Fills a database with people in every state: through the functions of the API, as the customers and staff who call them, and with SQL
 * only where the clock would have to run. `sql` connects as postgres.
 */
export async function addPeople(sql: postgres.Sql): Promise<void> {
  const world = await newWorld(sql)
  await addSignIn(world)
  await addPayments(world)
  await addSavings(world)
  await addCards(world)
  await addCases(world)
  await addOtherBanks(world)
  await addSuspended(world)
  await addChats(world)
  await addStaffWork(world)
  for (const job of ['sum-payments', 'count-between-banks', 'owe-push-events']) await runJob(sql, job)
  await addSignUps(sql)
}

/** The rows that the auth server writes beside a user and a session. */
async function addSignUps(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select u.id::text, u.id, jsonb_build_object('sub', u.id, 'email', u.email), 'email', u.created_at, u.created_at, u.created_at
    from auth.users u on conflict do nothing`
  await sql`
    insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
    select md5(s.id::text), s.user_id, false, s.created_at, s.updated_at, s.id from auth.sessions s`
}
