/**
 * The end of the comment, string, quoted name or dollar-quoted text that begins at `start`, or `start` when none begins
 * there.
 */
export function endOfOpaqueText(sql: string, start: number): number {
  const two = sql.slice(start, start + 2)
  if (two === '--') return after(sql, '\n', start + 2)
  if (two === '/*') return endOfBlockComment(sql, start)
  if (sql[start] === "'") return endOfString(sql, start)
  if (sql[start] === '"') return after(sql, '"', start + 1)
  if (sql[start] === '$') return endOfDollarQuote(sql, start)
  return start
}

/** The text with comments and strings replaced by blanks. Code and quoted names keep their positions. */
export function codeOnly(sql: string): string {
  let code = ''
  let at = 0
  while (at < sql.length) {
    const end = endOfOpaqueText(sql, at)
    if (end === at) code += sql[at++]
    else {
      const text = sql.slice(at, end)
      code += text.startsWith('"') ? text : text.replaceAll(/[^\n]/g, ' ')
      at = end
    }
  }
  return code
}

function after(sql: string, text: string, from: number): number {
  const at = sql.indexOf(text, from)
  return at < 0 ? sql.length : at + text.length
}

// SQL comments nest.
function endOfBlockComment(sql: string, start: number): number {
  let depth = 1
  let at = start + 2
  while (at < sql.length && depth > 0) {
    const two = sql.slice(at, at + 2)
    if (two === '/*') depth += 1
    if (two === '*/') depth -= 1
    at += two === '/*' || two === '*/' ? 2 : 1
  }
  return at
}

function endOfString(sql: string, start: number): number {
  const hasEscapes = /(^|[^A-Za-z0-9_])e$/i.test(sql.slice(Math.max(0, start - 2), start))
  let at = start + 1
  while (at < sql.length) {
    if (hasEscapes && sql[at] === '\\') at += 2
    else if (sql[at] !== "'") at += 1
    else if (sql[at + 1] === "'") at += 2
    else return at + 1
  }
  return sql.length
}

function endOfDollarQuote(sql: string, start: number): number {
  const tag = /^\$(?:[A-Za-z_]\w*)?\$/.exec(sql.slice(start, start + 66))?.[0]
  // In `a$b$c` the dollar signs are part of the name.
  const isInsideName = /[\w$]/.test(sql[start - 1] ?? '')
  return tag === undefined || isInsideName ? start : after(sql, tag, start + tag.length)
}
