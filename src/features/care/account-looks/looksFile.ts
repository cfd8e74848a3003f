import { describeLook, describeWhen, lookCopy } from './copy'
import { hashOf, readLook, type Look, type SealedLook } from './readLook'
import { list, number, object, text } from '@/lib/json'

export type ChainPlace = { place: number; hash: string }

/** `newest`: the last row of the whole audit when the file was saved. Its hash depends on every row before it. */
export type LooksFile = { newest: ChainPlace; rows: SealedLook[] }

export type Checked =
  | { kind: 'not ours' }
  | { kind: 'of another' }
  | { kind: 'edited' }
  /** `changed`: the rows that the bank has changed or removed. `isOlderChanged`: a row before the file, of anyone. */
  | { kind: 'compared'; rows: number; changed: Look[]; isOlderChanged: boolean }

export const readPlace = object({ place: number, hash: text })
const readFile = object({
  newest: readPlace,
  rows: list(object({ content: text, actorHash: text, previousHash: text, hash: text })),
})

export function writeLooksFile({ newest, rows }: LooksFile): string {
  const described = rows.map((row) => {
    const look = readLook(row.content)
    return look === null ? row : { text: `${describeLook(look)}, ${describeWhen(look)}`, ...row }
  })
  return `${JSON.stringify({ note: lookCopy.fileHint, newest, rows: described }, null, 2)}\n`
}

/** The looks of thousands of days. A larger file is none of ours, and would stop the browser. */
const mostBytes = 10_000_000

/** Checks a file of this user against itself, and then against the hashes that the bank's rows have now. */
export async function checkLooksFile(
  chosen: File,
  userId: string,
  hashesNow: (places: number[]) => Promise<ChainPlace[]>,
): Promise<Checked> {
  const file = chosen.size > mostBytes ? undefined : parse(await chosen.text())
  if (file === undefined) return { kind: 'not ours' }
  const known: { look: Look; hash: string }[] = []
  for (const row of file.rows) {
    const look = readLook(row.content)
    if (look === null || (await hashOf(row)) !== row.hash) return { kind: 'edited' }
    if (look.userId !== userId) return { kind: 'of another' }
    known.push({ look, hash: row.hash })
  }
  const now = await hashesNow([...known.map(({ look }) => look.place), file.newest.place])
  const hashNow = new Map(now.map(({ place, hash }) => [place, hash]))
  return {
    kind: 'compared',
    rows: known.length,
    changed: known.filter(({ look, hash }) => hashNow.get(look.place) !== hash).map(({ look }) => look),
    isOlderChanged: hashNow.get(file.newest.place) !== file.newest.hash,
  }
}

function parse(fileText: string): LooksFile | undefined {
  try {
    const file = readFile(JSON.parse(fileText))
    return Number.isSafeInteger(file?.newest.place) ? file : undefined
  } catch {
    return undefined
  }
}
