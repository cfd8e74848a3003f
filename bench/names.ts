// How long the server takes to compare two names. A customer chooses one of them, and anybody may type the other.
import postgres from 'postgres'
import { startTemporaryDatabase } from '../local/temporaryDatabase'
import { costlyNames } from '../supabase/tests/fixtures/costlyNames'
import { quantile } from './figures'

export type NameFigures = { pairs: number; slowest: number; almostAll: number }

/** ms of each pair: the least of three, because other work on the machine only adds. */
export async function measureNames(): Promise<NameFigures> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    await sql`
      create function pg_temp.time_of(typed text, holder text) returns float8 language plpgsql as $$
      declare
        began timestamptz;
        least_ms float8 := 'infinity';
      begin
        for turn in 1..3 loop
          began := clock_timestamp();
          perform private.match_names(typed, holder);
          least_ms := least(least_ms, extract(epoch from clock_timestamp() - began) * 1000);
        end loop;
        return least_ms;
      end
      $$`
    const rows = await sql<{ ms: number }[]>`
      select pg_temp.time_of(typed, holder) as ms
      from unnest(${costlyNames}::text[]) as typed cross join unnest(${costlyNames}::text[]) as holder`
    const times = rows.map(({ ms }) => ms)
    return { pairs: times.length, slowest: Math.max(...times), almostAll: quantile(times, 0.99) }
  } finally {
    await sql.end()
    await database.destroy()
  }
}
