/** Column values as text: null is SQL's null, undefined is a long value that the update did not change. */
type Tuple = (string | null | undefined)[]

export type Relation = {
  id: number
  schema: string
  table: string
  columns: { name: string; isKey: boolean; typeId: number }[]
}

/** An old tuple holds the key, or the whole row with replica identity full. */
type OldTuple = { extent: 'key' | 'row'; values: Tuple }

export type RowMessage =
  | { kind: 'insert'; relationId: number; values: Tuple }
  | { kind: 'update'; relationId: number; values: Tuple; old: OldTuple | null }
  | { kind: 'delete'; relationId: number; old: OldTuple }

export type LogMessage =
  | { kind: 'begin'; committedAt: Date; xid: number }
  | { kind: 'relation'; relation: Relation }
  | { kind: 'other' }
  | RowMessage

const postgresEpoch = Date.UTC(2000, 0, 1)

/** Postgres counts microseconds since 2000. */
const fromPostgresTime = (microseconds: bigint) => new Date(Number(microseconds / 1000n) + postgresEpoch)
export const toPostgresTime = (milliseconds: number) => BigInt(milliseconds - postgresEpoch) * 1000n

/** One message of the `pgoutput` plugin, protocol version 1 (PostgreSQL manual, "Logical Replication Message Formats"). */
export function decodeLogMessage(bytes: Buffer): LogMessage {
  const read = createReader(bytes)
  switch (read.character()) {
    case 'B':
      read.int64() // the commit's position in the log
      return { kind: 'begin', committedAt: fromPostgresTime(read.int64()), xid: read.uint32() }
    case 'R':
      return { kind: 'relation', relation: readRelation(read) }
    case 'I': {
      const relationId = read.uint32()
      read.character()
      return { kind: 'insert', relationId, values: readTuple(read) }
    }
    case 'U': {
      const relationId = read.uint32()
      const extent = oldExtent(read.character())
      const old = extent && { extent, values: readTuple(read) }
      if (old) read.character()
      return { kind: 'update', relationId, old, values: readTuple(read) }
    }
    case 'D': {
      const relationId = read.uint32()
      const extent = oldExtent(read.character()) ?? 'key'
      return { kind: 'delete', relationId, old: { extent, values: readTuple(read) } }
    }
    default:
      return { kind: 'other' }
  }
}

function oldExtent(character: string): OldTuple['extent'] | null {
  if (character === 'K') return 'key'
  return character === 'O' ? 'row' : null
}

function readRelation(read: Reader): Relation {
  const id = read.uint32()
  const schema = read.text() || 'pg_catalog'
  const table = read.text()
  read.character() // replica identity, which each old tuple repeats
  const columns = Array.from({ length: read.int16() }, () => {
    const isKey = read.uint8() === 1
    const column = { name: read.text(), isKey, typeId: read.uint32() }
    read.uint32() // type modifier
    return column
  })
  return { id, schema, table, columns }
}

function readTuple(read: Reader): Tuple {
  return Array.from({ length: read.int16() }, () => {
    const kind = read.character()
    if (kind === 'n') return null
    return kind === 'u' ? undefined : read.sizedText()
  })
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Buffer) {
  let offset = 0
  const skip = (length: number) => {
    const start = offset
    offset += length
    return start
  }
  const uint8 = () => bytes.readUInt8(skip(1))
  const uint32 = () => bytes.readUInt32BE(skip(4))
  return {
    uint8,
    uint32,
    character: () => String.fromCharCode(uint8()),
    int16: () => bytes.readInt16BE(skip(2)),
    int64: () => bytes.readBigInt64BE(skip(8)),
    text() {
      const end = bytes.indexOf(0, offset)
      const text = bytes.toString('utf8', offset, end)
      offset = end + 1
      return text
    },
    sizedText() {
      const length = uint32()
      const start = skip(length)
      return bytes.toString('utf8', start, start + length)
    },
  }
}
