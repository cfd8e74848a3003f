import { existsSync } from 'node:fs'
import { projectRef } from './configFindings'
import { isLocal } from './connection'

/** What is wrong with the address and the certificate that a command was given. The local stack needs no certificate: a way to try it. */
export function addressProblems(command: string, address: string, certificateFile?: string): string[] {
  const isAddress = URL.canParse(address) && (isLocal(address) || projectRef(address) !== null)
  if (!isAddress)
    return [
      'Give the database address of a hosted project, from its dashboard under Connect, and the certificate of its server: ' +
        `${command} 'postgresql://postgres.<ref>:<password>@….pooler.supabase.com:5432/postgres' prod-ca-2021.crt`,
    ]
  if (isLocal(address) || (certificateFile !== undefined && existsSync(certificateFile))) return []
  return [
    `${certificateFile === undefined ? 'The certificate file is missing' : `There is no file ${certificateFile}`}. ` +
      'Download it in the dashboard (Database, Settings, SSL configuration) and name it after the address.',
  ]
}
