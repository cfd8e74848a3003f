import { readFileSync } from 'node:fs'
import type { Options } from 'postgres'

const thisMachine = new Set(['127.0.0.1', 'localhost', '[::1]'])

export function isLocal(databaseUrl: string): boolean {
  return thisMachine.has(new URL(databaseUrl).hostname)
}

/** Anyone on the way could answer in the place of a server whose certificate is not verified, and learn the password. */
export function connectionOptions(databaseUrl: string, certificateFile?: string) {
  return {
    max: 1,
    prepare: false,
    onnotice: () => {},
    ssl: isLocal(databaseUrl) ? false : { ca: certificateFile === undefined ? [] : readFileSync(certificateFile) },
  } satisfies Options<Record<string, never>>
}
