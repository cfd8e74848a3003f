import { codeOnly, endOfOpaqueText } from './sqlText'

/** Splits a script into statements, with their comments and without the semicolons. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let start = 0
  let at = 0
  // Between `begin atomic` and `end`, semicolons belong to the function body, which may contain `case … end`.
  let openBlocks = 0

  function cut(end: number): void {
    const statement = script.slice(start, end).trim()
    if (codeOnly(statement).trim() !== '') statements.push(statement)
    start = end + 1
  }

  while (at < script.length) {
    const end = endOfOpaqueText(script, at)
    if (end > at) {
      at = end
      continue
    }
    const word = /^[A-Za-z_][\w$]*/.exec(script.slice(at, at + 64))?.[0]
    if (word !== undefined) {
      openBlocks += blockChange(word.toLowerCase(), script.slice(Math.max(0, at - 40), at), openBlocks)
      at += word.length
      continue
    }
    if (script[at] === ';' && openBlocks === 0) cut(at)
    at += 1
  }
  cut(script.length)
  return statements
}

function blockChange(word: string, before: string, openBlocks: number): number {
  if (openBlocks === 0) return word === 'atomic' && /\bbegin\s+$/i.test(before) ? 1 : 0
  if (word === 'case') return 1
  return word === 'end' ? -1 : 0
}
