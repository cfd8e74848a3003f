import postgres from 'postgres'

/** A failed statement with everything that helps to mend it: where it stands, what the database says, how it begins. */
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
