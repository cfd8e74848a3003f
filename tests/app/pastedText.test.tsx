import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { cleanText, cleanTypedText } from '@/app/pastedText'
import { PinInput } from '@/features/person/auth/PinInput'
import { textProblem } from '@/lib/safeText'

beforeAll(cleanTypedText)

describe('text that was pasted', () => {
  test.each([
    ['a zero-width space', 'Olive\u200b Outside', 'Olive Outside'],
    ['a byte-order mark', '\ufeffOlive', 'Olive'],
    ['a word joiner', 'Olive\u2060', 'Olive'],
    ['a soft hyphen', 'Out\u00adside', 'Outside'],
    ['direction marks', '\u200eOlive\u200f\u061c', 'Olive'],
    ['isolates', '\u2068Olive\u2069', 'Olive'],
    ['the marks of a contact around a number', '\u202a12345678\u202c', '12345678'],
    ['the override of a contact around a number', '\u202d20-00-00\u202c', '20-00-00'],
    ['a tab', 'Olive\tOutside', 'Olive Outside'],
    ['a no-break space', 'Olive\u00a0Outside', 'Olive Outside'],
    ['a narrow no-break space', '1\u202f250', '1 250'],
    ['a line separator', 'one\u2028two', 'one two'],
    ['control characters', 'Ol\u0000ive\u007f', 'Olive'],
    ['an invisible filler', 'Olive\u3164', 'Olive'],
    ['hidden tags', 'Olive\u{e0041}\u{e0042}', 'Olive'],
    ['a joiner between Latin letters', 'Ol\u200dive', 'Olive'],
  ])('loses %s', (_what, pasted, text) => {
    expect(cleanText(pasted)).toBe(text)
    expect(textProblem(text)).toBeNull()
  })

  test.each(['علی‌رضا', 'می‌رزا‌یی', 'ක්‍රිෂ්ණ', '👨‍👩‍👧', '❤️‍🔥', 'Isla 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'Zoë Nuñez-Łukasz', '李小龍', 'Zoe\u0308'])(
    '%s stays whole',
    (text) => expect(cleanText(text)).toBe(text),
  )

  test('keeps what would change it, which is refused', () => {
    expect(cleanText('abc\u202edef')).toBe('abc\u202edef')
    expect(textProblem('abc\u202edef')).not.toBeNull()
  })

  test('keeps the lines of a field of several lines', () =>
    expect(cleanText('one\r\n\ttwo\u2028three', false)).toBe('one\r\n two\nthree'))
})

type FieldProps = { isLong?: boolean; type?: string; maxLength?: number; inputMode?: 'numeric' }

function Field({ isLong = false, ...rest }: FieldProps) {
  const [value, setValue] = useState('')
  return (
    <>
      {isLong ? (
        <textarea aria-label="Field" value={value} onChange={({ target }) => setValue(target.value)} />
      ) : (
        <input {...rest} aria-label="Field" value={value} onChange={({ target }) => setValue(target.value)} />
      )}
      <output>{JSON.stringify(value)}</output>
    </>
  )
}

async function paste(text: string, props: FieldProps = {}) {
  const person = userEvent.setup()
  render(<Field {...props} />)
  await person.click(screen.getByLabelText('Field'))
  await person.paste(text)
  return person
}
const shown = (): unknown => JSON.parse(screen.getByRole('status').textContent ?? '')

describe('a field', () => {
  test.each([
    ['text', 'Olive\u200b\u00a0Outside', 'Olive Outside'],
    ['search', '\u200e66.29\t', '66.29 '],
    ['email', '\ufeffolive@people.example', 'olive@people.example'],
    ['tel', '\u202d07700 900123\u202c', '07700 900123'],
  ])('of the type %s takes no invisible characters', async (type, pasted, value) => {
    await paste(pasted, { type })
    expect(shown()).toBe(value)
    expect(screen.getByLabelText('Field')).toHaveValue(value)
  })

  test('of several lines takes no invisible characters', async () => {
    await paste('Dear\u200b bank,\n\tplease', { isLong: true })
    expect(shown()).toBe('Dear bank,\n please')
  })

  test.each([
    ['12345\u200b', '12345'],
    ['\u200b12345', '12345'],
    ['\t12345', '12345'],
    ['12\u00a0345', '12345'],
    ['\u202d12345\u202c', '12345'],
  ])('of five digits takes %j whole', async (pasted, value) => {
    await paste(pasted, { maxLength: 5, inputMode: 'numeric' })
    expect(shown()).toBe(value)
  })

  test('is not longer than its limit after a paste into the middle', async () => {
    const person = await paste('abcd', { maxLength: 6 })
    screen.getByLabelText<HTMLInputElement>('Field').setSelectionRange(1, 2)
    await person.paste('\u200bX\u200bYZW')
    expect(shown()).toBe('aXYZcd')
    expect(screen.getByLabelText<HTMLInputElement>('Field').selectionStart).toBe(4)
  })

  test.each([
    ['at its start', 'Ann', 3, '\u00a0Smith', 'Ann Smith'],
    ['at its end', 'Smith', 0, 'Ann\u00a0', 'Ann Smith'],
    ['at both', 'AnnSmith', 3, '\u00a0Lee\u00a0', 'Ann Lee Smith'],
  ])('keeps the no-break space %s that separates what is pasted', async (_where, typed, place, pasted, value) => {
    const person = await paste(typed, { maxLength: 20 })
    screen.getByLabelText<HTMLInputElement>('Field').setSelectionRange(place, place)
    await person.paste(pasted)
    expect(shown()).toBe(value)
  })

  test.each(['file', 'checkbox', 'radio', 'range', 'date', 'color'])('of the type %s is left alone', (type) => {
    render(<input type={type} aria-label="Field" />)
    const field = screen.getByLabelText<HTMLInputElement>('Field')
    const write = vi.fn<(value: string) => void>()
    Object.defineProperty(field, 'value', { get: () => 'C:\\fakepath\\a\u00a0b.csv', set: write })
    const wrote = vi.spyOn(HTMLInputElement.prototype, 'value', 'set')
    fireEvent(field, new Event('input', { bubbles: true }))
    fireEvent.focusOut(field)
    expect(write).not.toHaveBeenCalled()
    expect(wrote).not.toHaveBeenCalled()
  })

  test('keeps a joiner until the next letter is typed, and loses the last one when it is left', async () => {
    const person = await paste('علی')
    await person.keyboard('\u200c')
    expect(shown()).toBe('علی\u200c')
    await person.keyboard('رضا\u200c')
    await person.tab()
    expect(shown()).toBe('علی\u200cرضا')
  })
})

test('the PIN is read from a paste with invisible characters', async () => {
  const person = userEvent.setup()
  function Pin() {
    const [pin, setPin] = useState('')
    return (
      <PinInput
        value={pin}
        onChange={setPin}
        onComplete={() => undefined}
        isInvalid={false}
        describedBy={undefined}
        ref={null}
      />
    )
  }
  render(<Pin />)
  await person.click(screen.getByLabelText('Security PIN'))
  await person.paste('\u200b13579\u00a0')
  expect(screen.getByLabelText('Security PIN')).toHaveValue('13579')
})
