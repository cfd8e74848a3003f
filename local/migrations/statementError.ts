import postgres from 'postgres'

/** The error of a failed statement, with its file and number, the database's message and the beginning of its text. */
export function statementError(place: { file: string; number: number; statement: string }, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  const lines = [`${place.file}, statement ${place.number}: ${message}`]
  if (cause instanceof postgres.PostgresError) {
    lines[0] += ` (SQLSTATE ${cause.code})`
    if (cause.detail) lines.push(`  detail: ${cause.detail}`)
    if (cause.hint) lines.push(`  hint: ${cause.hint}`)
    if (cause.where) lines.push(`  where: ${cause.where}`)
  }
  lines.push(`  ${excerpt(place.statement)}`)
  return new Error(lines.join('\n'), { cause })
}

function excerpt(statement: string): string {
  const lengthShown = 300
  return statement.length > lengthShown ? `${statement.slice(0, lengthShown)}…` : statement
}
