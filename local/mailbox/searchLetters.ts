import type { Letter } from './letter'

type Term = { field: string | null; text: string }

/** Mailpit's search as far as tests use it: `to:`, `from:`, `subject:` and free words, quoted or not, all of which must match. */
export function searchLetters(letters: Letter[], query: string): Letter[] {
  const terms = [...query.matchAll(/(?:(to|from|subject):)?(?:"([^"]*)"|(\S+))/gi)].map(
    ([, field, quoted, plain]): Term => ({
      field: field?.toLowerCase() ?? null,
      text: (quoted ?? plain ?? '').toLowerCase(),
    }),
  )
  return letters.filter((letter) => terms.every((term) => matches(letter, term)))
}

function matches(letter: Letter, { field, text }: Term): boolean {
  const to = [...letter.To, ...letter.Cc].map(({ Name, Address }) => `${Name} ${Address}`).join(' ')
  const from = `${letter.From.Name} ${letter.From.Address}`
  const searched =
    field === 'to'
      ? to
      : field === 'from'
        ? from
        : field === 'subject'
          ? letter.Subject
          : `${to} ${from} ${letter.Subject} ${letter.Text}`
  return searched.toLowerCase().includes(text)
}
