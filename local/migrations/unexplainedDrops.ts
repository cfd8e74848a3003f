import { splitStatements } from './splitStatements'
import { codeOnly } from './sqlText'

// A diff writes a renamed table as a dropped and a new one, without its rows, and a changed function of the API as one that old
// tabs cannot call. So a person says why each time.

const objects = 'table|type|domain|schema'
const losses = [
  new RegExp(String.raw`^drop (?:${objects}|owned)\b`),
  /^drop (?:function|procedure|routine) (?:if exists )?"?public"?\./,
  /^alter (?:foreign )?table .*?\bdrop (?!constraint\b|not null\b|default\b|identity\b|expression\b)/,
  /^alter type .*? drop attribute\b/,
  /^alter table .*? rename (?!constraint\b)/,
  new RegExp(String.raw`^alter (?:type|domain|schema) .*? rename (?!constraint\b)`),
  new RegExp(String.raw`^alter (?:${objects}) .*? set schema\b`),
  /^alter (?:function|procedure|routine) "?public"?\..*? (?:rename to|set schema)\b/,
  /^truncate\b/,
  // In a block, where the names can be computed.
  new RegExp(String.raw`^do .*\b(?:drop (?:${objects}|column|function)|rename (?:to|column)|truncate)\b`),
]

/** The statements that drop or rename a table, a column, a type or a function of the API without a line `-- Why: …` above them. */
export function unexplainedDrops(script: string): string[] {
  return splitStatements(script).flatMap((statement) => {
    const start = codeOnly(statement).search(/\S/)
    const text = statement.slice(start)
    const code = /^do\b/i.test(text) ? text.replaceAll(/--.*$/gm, '') : codeOnly(text)
    const isExplained = /(?:^|\n)-- Why: \S[^\n]*\n(?:--[^\n]*\n)*$/.test(statement.slice(0, start))
    const isLoss = losses.some((loss) => loss.test(oneLine(code).toLowerCase()))
    return isLoss && !isExplained ? [oneLine(text).slice(0, 100)] : []
  })
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
