import { RestError } from './restError'

const unquotedName = /[\p{L}0-9_ $]+(?:-[\p{L}0-9_ $]+)*/uy
const quotedText = /"((?:[^\\"]|\\.)*)"/sy
const quotedElement = /"((?:[^\\"]|\\.)*)"(?=[,)]|$)/sy
const bareElement = /[^,)]*/y

/** Reads one query parameter from left to right, and throws PGRST100 where the text does not fit the grammar. */
export class Scanner {
  private position = 0

  constructor(
    private readonly text: string,
    /** For the error message: 'select parameter', 'filter', … */
    private readonly subject: string,
  ) {}

  get atEnd(): boolean {
    return this.position === this.text.length
  }

  sees(token: string): boolean {
    return this.text.startsWith(token, this.position)
  }

  take(token: string): boolean {
    if (!this.sees(token)) return false
    this.position += token.length
    return true
  }

  expect(token: string): void {
    if (!this.take(token)) this.fail(`"${token}"`)
  }

  /** The pattern must be sticky: it matches only at the current position. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)
    if (found) this.position = pattern.lastIndex
    return found
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y)
  }

  rest(): string {
    const rest = this.text.slice(this.position)
    this.position = this.text.length
    return rest
  }

  name(): string {
    this.skipBlanks()
    const quoted = this.match(quotedText)
    const name = quoted ? withoutEscapes(quoted[1]) : this.match(unquotedName)?.[0].trim()
    if (!name) this.fail('field name (* or [a..z0..9_$])')
    this.skipBlanks()
    return name
  }

  /** One value of a list or of a logic tree: quoted, or the text up to the next comma or bracket. */
  element(): string {
    const quoted = this.match(quotedElement)
    return quoted ? withoutEscapes(quoted[1]) : (this.match(bareElement)?.[0] ?? '')
  }

  /** One or more, separated by commas. */
  list<T>(readOne: () => T): T[] {
    const items: T[] = []
    do {
      items.push(readOne())
      this.skipBlanks()
    } while (this.take(','))
    return items
  }

  end(): void {
    if (!this.atEnd) this.fail('end of input')
  }

  fail(expected: string): never {
    const next = this.text.slice(this.position, this.position + 1)
    throw new RestError(
      400,
      'PGRST100',
      `"failed to parse ${this.subject} (${this.text})" (line 1, column ${this.position + 1})`,
      { details: `unexpected ${next ? `"${next}"` : 'end of input'} expecting ${expected}` },
    )
  }
}

function withoutEscapes(quoted: string | undefined): string {
  return (quoted ?? '').replaceAll(/\\(.)/gs, '$1')
}
