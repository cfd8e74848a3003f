import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import postgres from 'postgres'
import { addPeople } from '../../supabase/tests/upgrade/people/addPeople'
import { startTemporaryDatabase } from '../temporaryDatabase'
import { dumpData } from './data'

// supabase/releases/<version>/people.sql.gz has people in every state, as a database of that release stored them. They are made up, and
// so are the keys that their PINs and cards are encrypted with.

const fileIn = (root: string, version: string) => path.join(root, 'supabase', 'releases', version, 'people.sql.gz')

/** The rows of a database of the current migrations with people in every state. */
async function makePeople(): Promise<string> {
  const database = await startTemporaryDatabase()
  const sql = postgres(database.databaseUrl, { max: 4, onnotice: () => {} })
  const admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  try {
    await addPeople(sql)
    return await dumpData(admin)
  } finally {
    await Promise.all([sql.end(), admin.end()])
    await database.destroy()
  }
}

export async function writePeople(root: string, version: string): Promise<string> {
  const file = fileIn(root, version)
  writeFileSync(file, gzipSync(await makePeople(), { level: 9 }))
  return file
}

export const readPeople = (root: string, version: string): string =>
  gunzipSync(readFileSync(fileIn(root, version))).toString()
