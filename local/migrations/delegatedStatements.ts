import { codeOnly } from './sqlText'

type Execution =
  /** The statement runs as postgres, like most. */
  | { as: 'postgres'; sql: string }
  /** The superuser runs it: the platform allows postgres these statements on tables that it does not own. */
  | { as: 'supabase_admin'; sql: string }
  | { as: 'refused'; reason: string }
  | { as: 'skipped' }

const systemTable = String.raw`"?(?:auth|realtime|storage)"?\s*\.`
const ownedByServices = [
  new RegExp(String.raw`^(?:create|alter|drop)\s+policy\b[\s\S]*?\son\s+${systemTable}`, 'i'),
  new RegExp(String.raw`^drop\s+trigger\b[\s\S]*?\son\s+${systemTable}`, 'i'),
]
const extension = (names: string) =>
  new RegExp(String.raw`^create\s+extension\s+(?:if\s+not\s+exists\s+)?"?(?:${names})"?(?:\s|$)`, 'i')

/** The role that runs a statement of a migration, so that it succeeds or fails as on the platform. */
export function executionOf(statement: string): Execution {
  const code = codeOnly(statement).trim()
  // The bootstrap has created the objects of both extensions. pg_cron also needs grants.
  if (extension('pg_cron').test(code)) return { as: 'supabase_admin', sql: 'select _stack.enable_pg_cron()' }
  if (extension('supabase_vault').test(code)) return { as: 'skipped' }
  if (ownedByServices.some((pattern) => pattern.test(code))) return { as: 'supabase_admin', sql: statement }
  if (/^(?:set|reset)\s+(?:(?:session|local)\s+)?session\s+authorization\b|^(?:reset|discard)\s+all\b/i.test(code))
    return { as: 'refused', reason: 'a migration cannot change its session authorization' }
  if (/^(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i.test(code))
    return { as: 'refused', reason: 'a migration cannot control its transaction' }
  return { as: 'postgres', sql: statement }
}
