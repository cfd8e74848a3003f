import { infiniteQueryOptions } from '@tanstack/react-query'
import { list, object } from '@/lib/json'
import { nextStart, type Start } from '@/lib/keysetPages'
import { supabase } from '@/lib/supabase'
import { readPlace, type LooksFile } from './looksFile'
import { readLook, type SealedLook } from './readLook'

const pageSize = 20
/** The most rows, and places, per call. */
const mostPerCall = 100
/** A row of a form that this app does not know is not shown, and the next page begins after it. */
type Row = SealedLook & { id: number }
const newest: Start<Row> = { after: null }

export const lookQueries = {
  all: ['account looks'] as const,
  /** Newest first. */
  list: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [...lookQueries.all, userId],
      queryFn: ({ pageParam, signal }) => readPage(pageParam.after?.id ?? null, pageSize, signal),
      initialPageParam: newest,
      getNextPageParam: nextStart(pageSize),
      select: ({ pages }) =>
        pages.flatMap((page) => page.map(({ content }) => readLook(content)).filter((look) => look !== null)),
    }),
}

async function readPage(after: number | null, limit: number, signal?: AbortSignal): Promise<Row[]> {
  const request = supabase.rpc('list_account_looks', { p_limit: limit, ...(after !== null && { p_after: after }) })
  const { data } = await (signal === undefined ? request : request.abortSignal(signal)).throwOnError()
  return data.map((row) => ({
    id: row.id,
    content: row.content,
    actorHash: row.actor_hash,
    previousHash: row.previous_hash,
    hash: row.hash,
  }))
}

const readChain = object({ newest: readPlace, rows: list(readPlace) })

async function readHashes(places: number[]) {
  const { data } = await supabase.rpc('get_audit_hashes', { p_places: places }).throwOnError()
  const chain = readChain(data)
  if (chain === undefined) throw new Error('unexpected hashes')
  return chain
}

/** In calls of 100. */
export async function readAllHashes(places: number[]) {
  const found: Awaited<ReturnType<typeof readHashes>>['rows'] = []
  for (let first = 0; first < places.length; first += mostPerCall)
    found.push(...(await readHashes(places.slice(first, first + mostPerCall))).rows)
  return found
}

/** All rows, then the newest row of the chain, which is after each of them. */
export async function readWholeFile(): Promise<LooksFile> {
  const rows: Row[] = []
  let page: Row[]
  do {
    page = await readPage(rows.at(-1)?.id ?? null, mostPerCall)
    rows.push(...page)
  } while (page.length === mostPerCall)
  return { rows, newest: (await readHashes([])).newest }
}
