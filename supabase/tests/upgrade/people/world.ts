import type postgres from 'postgres'
import { permissions } from '../../access/rights/expectedRights'
import { type Database, type Person, asCallerOf } from '../../fixtures/database'
import { type Customer, addApprovedPerson, addCustomer, grantPermissions } from '../../fixtures/people'
import { approveNewest } from '../../fixtures/closing'

/** What the parts of the people have in common: the database, and its staff. */
export type World = Awaited<ReturnType<typeof newWorld>>

export async function newWorld(sql: postgres.Sql) {
  const as: Database['as'] = asCallerOf(sql)
  /** Staff with every permission. A customer is the matter of two of them. */
  async function addStaff(name: string, roles: string[]): Promise<Person> {
    const person = await addApprovedPerson(sql, name)
    await sql`insert into public.user_roles (user_id, role) select ${person.id}, unnest(${roles}::text[])`
    await grantPermissions(sql, person, permissions)
    return person
  }
  const agent = await addStaff('Agnes Agent', ['admin'])
  const second = await addStaff('Sefton Second', ['admin'])
  const head = await addStaff('Hedda Head', ['admin', 'super_admin'])
  return {
    sql,
    as,
    agent,
    second,
    head,
    addStaff,
    customer: (name: string) => addCustomer(sql, name),
    customers: async <const Names extends readonly string[]>(...names: Names) => {
      const people: Customer[] = []
      for (const name of names) people.push(await addCustomer(sql, name))
      // One for each name, in their order.
      return people as { [Place in keyof Names]: Customer }
    },
    approve: async (who: Person) => done(await approveNewest(sql, who)),
    refuse: async (who: Person) => {
      const [newest] = await sql<{ id: string }[]>`select id from private.approval_requests order by id desc limit 1`
      await as(who)`select public.refuse_request(${newest?.id ?? ''}, 'Not needed any more')`
    },
  }
}

/** The hint of a call that a fixture reports instead of raising it. */
export function done(hint: string | null): void {
  if (hint !== null) throw new Error(`The call was refused: ${hint}`)
}

export const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
