import { describe, expect, test } from 'vitest'
import { literal, quoteName } from '../../../../local/rest/quoting'
import { type Role, approved, deletedWith, isGranted, roles, sessionEnded, tables } from './expectedRights'
import { newRowsFor, sampleFor } from './newRows'
import {
  type OwnedRow,
  type RightsUser,
  type Snapshot,
  columnsOf,
  ownerColumn,
  readableColumns,
  withRights,
} from './rightsFixture'

const fixture = withRights()

const names = Object.keys(tables)
type Labelled = Pick<OwnedRow, 'table' | 'owner' | 'kind'>
const label = ({ table, owner, kind }: Labelled) => [table, owner ?? 'no owner', kind].filter(Boolean).join(' · ')
const sortedLabels = (rows: Labelled[]) => rows.map(label).toSorted()

test('expectedRights covers every table of the API', () => {
  expect(fixture.tables.map(({ name }) => name)).toEqual(names.toSorted())
})

test('every approved user has a row in every table', () => {
  for (const role of approved) {
    for (const table of names.filter((name) => !['user_roles', 'admin_permissions'].includes(name))) {
      expect(
        fixture.rowsOf(fixture.before, table).filter(({ owner }) => owner === role).length,
        `${table} of ${role}`,
      ).toBeGreaterThan(0)
    }
  }
})

describe.each(roles)('as %s', (role) => {
  test('reads the permitted rows and columns only', async () => {
    const { supabase } = fixture.userWith(role)
    await Promise.all(
      names.map(async (table) => {
        const visible = fixture
          .rowsOf(fixture.before, table)
          .filter((row) => isGranted(tables[table]?.select, role, row))
        const columns = readableColumns(fixture, table)
        const { data, error, count } = await supabase.from(table).select(columns.join(), { count: 'exact' })
        const inOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(row, columns)).toSorted()
        expect({ table, refused: error?.code, count, rows: inOrder(data ?? []) }).toEqual({
          table,
          refused: role === 'anon' ? '42501' : undefined,
          count: role === 'anon' ? null : visible.length,
          rows: inOrder(visible.map(({ values }) => values)),
        })
      }),
    )
  })

  test('learns no more through a column, filter, order or count', async () => {
    const me = fixture.userWith(role)
    const readable = (table: string) => (role === 'anon' ? [] : readableColumns(fixture, table))
    await Promise.all(
      names
        .filter((table) => readable(table).length > 0)
        .map(async (table) => {
          // One request uses every readable column in every place.
          const columns = readable(table)
          const visible = fixture
            .rowsOf(fixture.before, table)
            .filter((row) => isGranted(tables[table]?.select, role, row))
          const request = me.direct
            .from(table)
            .select(columns.join(), { count: 'exact' })
            .or(columns.map((column) => `${column}.is.null,${column}.not.is.null`).join())
          for (const column of columns) void request.order(column)
          const { error, count, data } = await request
          expect({ table, error, count, rows: data?.length }).toEqual({
            table,
            error: null,
            count: visible.length,
            rows: visible.length,
          })
        }),
    )
    const hidden = names.flatMap((table) =>
      columnsOf(fixture, table)
        .filter((column) => !readable(table).includes(column))
        .map((column) => ({ table, column })),
    )
    await expectRefused(
      me,
      hidden.flatMap(({ table, column }) => [
        `select "${column}" from public.${table}`,
        `select count(*) from public.${table} where "${column}" is not null`,
        `select "${ownerColumn(table)}" from public.${table} order by "${column}"`,
      ]),
    )
  })

  test('inserts the permitted rows only', async () => {
    const me = fixture.userWith(role)
    for (const group of groupedTables('insert', role)) {
      if (group.length === 1 && oneRowPerUser.has(String(group[0]))) await fixture.deleteAll(String(group[0]))
      const start = await fixture.snapshot()
      const newRows = group.flatMap((table) =>
        [...new Set([me, fixture.userWith('other customer')])].flatMap((owner) =>
          newRowsFor(fixture, table, me, owner),
        ),
      )
      const answers = await Promise.all(newRows.map(({ table, row }) => me.direct.from(table).insert(row)))
      const permitted = newRows.filter(
        (newRow) => isGranted(tables[newRow.table]?.insert?.grants, role, newRow) && !newRow.isForged,
      )
      expect(
        answers
          .map(({ error }) => error?.code)
          .filter((code) => code !== undefined && code !== '42501' && code !== sessionRefusal(role)),
        'every refusal is for missing rights',
      ).toEqual([])
      expect(await labelsAddedSince(start)).toEqual(sortedLabels(permitted))
      await fixture.restore()
    }
  })

  test('sets the permitted columns of a new row only', async () => {
    const me = fixture.userWith(role)
    await expectRefused(
      me,
      names.flatMap((table) => {
        const columns = tables[table]?.insert?.columns ?? []
        const row = newRowsFor(fixture, table, me, me)[0]?.row ?? {}
        return columnsOf(fixture, table)
          .filter((column) => !columns.includes(column))
          .map((column) => insertion(table, { ...row, [column]: sampleFor(table, column, me) }))
      }),
    )
  })

  test('updates the permitted rows and columns only', async () => {
    const me = fixture.userWith(role)
    const columns = names.flatMap((table) => columnsOf(fixture, table).map((column) => ({ table, column })))
    const grantsTo = ({ table, column }: { table: string; column: string }) => tables[table]?.update?.[column]
    await expectRefused(
      me,
      columns
        .filter((cell) => grantsTo(cell) === undefined)
        .map(
          ({ table, column }) =>
            `update public.${table} set "${column}" = null where "${ownerColumn(table)}" is not null`,
        ),
    )
    const permitted: string[] = []
    await Promise.all(
      columns.map(async ({ table, column }) => {
        const grants = grantsTo({ table, column })
        if (grants === undefined) return
        const rows = fixture.rowsOf(fixture.before, table).filter((row) => isGranted(grants, role, row))
        permitted.push(...rows.map((row) => `${label(row)}: ${column}`))
        const { error, count } = await me.direct
          .from(table)
          .update({ [column]: sampleFor(table, column, me) }, { count: 'exact' })
          .not(ownerColumn(table), 'is', null)
        expect({ table, column, refused: error?.code, count: count ?? 0 }).toEqual({
          table,
          column,
          refused: role === 'anon' ? '42501' : sessionRefusal(role),
          count: rows.length,
        })
      }),
    )
    expect(await changedCells()).toEqual(permitted.toSorted())
  })

  test('deletes the permitted rows only', async () => {
    const { direct } = fixture.userWith(role)
    for (const group of groupedTables('delete', role)) {
      const answers = await Promise.all(
        group.map((table) => direct.from(table).delete().not(ownerColumn(table), 'is', null)),
      )
      expect(answers.map(({ error }) => error?.code)).toEqual(
        group.map((table) => (role === 'anon' || tables[table]?.delete === undefined ? '42501' : sessionRefusal(role))),
      )
      const permitted = group.flatMap((table) =>
        fixture.rowsOf(fixture.before, table).filter((row) => isGranted(tables[table]?.delete, role, row)),
      )
      const cascaded = permitted.flatMap(({ table, owner }) =>
        (deletedWith[table] ?? []).flatMap((other) =>
          fixture.rowsOf(fixture.before, other).filter((row) => row.owner === owner),
        ),
      )
      expect(await labelsDeletedSince(fixture.before)).toEqual(sortedLabels([...permitted, ...cascaded]))
      await fixture.restore()
    }
  })
})

/** What a session that has ended gets from the tables that it could write to. */
const sessionRefusal = (role: Role) => (sessionEnded.includes(role) ? 'PT401' : undefined)

/** Postgres refuses a generated column with 428C9, before it checks rights. */
async function expectRefused(me: RightsUser, statements: string[]): Promise<void> {
  const codes = await fixture.errorCodesOf(me, statements)
  expect(codes).toHaveLength(statements.length)
  const isRefused = (code: string | null | undefined) => code === '42501' || code === '428C9'
  expect(statements.filter((_, index) => !isRefused(codes[index]))).toEqual([])
}

function insertion(table: string, row: Record<string, unknown>): string {
  const columns = Object.keys(row).map(quoteName).join()
  return `insert into public.${table} (${columns})
    select ${columns} from jsonb_populate_record(null::public.${table}, ${literal(JSON.stringify(row))})`
}

/** One group of the tables that refuse every row, and one group for each other table. */
function groupedTables(action: 'insert' | 'delete', role: Role): string[][] {
  const hasGrant = (name: string) => {
    const rights = tables[name]
    const grants = action === 'insert' ? rights?.insert?.grants : rights?.delete
    return (grants ?? []).some(({ to }) => to.includes(role))
  }
  const [granted, refusing] = [names.filter(hasGrant), names.filter((name) => !hasGrant(name))]
  return [refusing, ...granted.map((name) => [name])]
}

const oneRowPerUser = new Set(['agent_requests', 'chat_conversations'])

async function labelsAddedSince(start: Snapshot): Promise<string[]> {
  return labelsMissingIn(start, await fixture.snapshot())
}
async function labelsDeletedSince(start: Snapshot): Promise<string[]> {
  return labelsMissingIn(await fixture.snapshot(), start)
}
function labelsMissingIn(without: Snapshot, state: Snapshot): string[] {
  return sortedLabels(
    names.flatMap((name) => {
      const known = new Set(fixture.rowsOf(without, name).map(({ id }) => id))
      return fixture.rowsOf(state, name).filter(({ id }) => !known.has(id))
    }),
  )
}

const columnsSetByTriggers = new Set(['chat_conversations.updated_at', 'chat_messages.edited_at'])

/** The columns of rows that differ from the start, as 'row: column'. */
async function changedCells(): Promise<string[]> {
  const after = await fixture.snapshot()
  return names
    .flatMap((table) => {
      const rowById = new Map(fixture.rowsOf(after, table).map((row) => [row.id, row]))
      return fixture.rowsOf(fixture.before, table).flatMap((row) =>
        columnsOf(fixture, table)
          .filter((column) => !columnsSetByTriggers.has(`${table}.${column}`))
          .filter(
            (column) => JSON.stringify(rowById.get(row.id)?.values[column]) !== JSON.stringify(row.values[column]),
          )
          .map((column) => `${label(row)}: ${column}`),
      )
    })
    .toSorted()
}
