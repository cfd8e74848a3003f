import type postgres from 'postgres'
import { prefixesOf, publicKeyOf, type Cell } from './cell'

/** Gives a cell its sort codes, and adds the other cells as any other bank is added. */
export async function connectCells(sql: postgres.Sql, { name, sortCodes: { from, to }, others }: Cell): Promise<void> {
  try {
    await sql`
      update private.settings set sort_codes_from = ${from}, sort_codes_to = ${to}
      where (sort_codes_from, sort_codes_to) is distinct from (${from}, ${to})`
  } catch (error) {
    throw new Error(
      `The data of ${name} has accounts outside of its sort codes. Was it made with another STACK_CELLS?`,
      { cause: error },
    )
  }
  for (const { cell, address } of others)
    await sql`
      select private.add_bank(
        ${cell.bank.id}, ${cell.name}, ${address}, ${sql.json(publicKeyOf(cell))}, ${prefixesOf(cell.sortCodes)}, true
      )`
}
