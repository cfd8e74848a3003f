/**
 * Text that is pasted brings characters that nobody sees: zero-width and direction marks from chats and contacts, tabs from
 * tables, no-break spaces from web pages. They leave every field here, before React reads it. What would change the text that
 * a person reads stays, and is refused: U+202E turns the letters that follow it.
 */

const spaces = /[\t\u00a0\u2007\u202f\u205f\u2800]/g
const lineBreaks = /[\v\f\u0085\u2028\u2029]/g
const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e007a}]+\u{e007f}`
/** A joiner after a letter of a script, or an emoji, that may need one. */
const joined = String.raw`[^\0-\u02ff\u2000-\u206f][\u200c\u200d]`
const invisible = String.raw`(?![\n\r\u202e\ufe00-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]`
/** The group stays. */
const hidden = new RegExp(`(${flag}|${joined})|${invisible}`, 'gu')

const textTypes = /^(text|search|email|tel|url|password|number)$/

type TextField = HTMLInputElement | HTMLTextAreaElement

export function cleanText(text: string, isOneLine = true): string {
  return text
    .replace(spaces, ' ')
    .replace(lineBreaks, isOneLine ? ' ' : '\n')
    .replace(hidden, '$1')
}

export function cleanTypedText() {
  window.addEventListener('input', handleInput, true)
  window.addEventListener('paste', handlePaste, true)
  window.addEventListener('focusout', handleLeave, true)
}

function handleInput(event: Event) {
  const field = fieldOf(event)
  // A composed character is not ready yet.
  if (field === null || (event instanceof InputEvent && event.isComposing)) return
  const { value, selectionStart } = field
  const cleaned = clean(field, value)
  if (cleaned !== value) write(field, cleaned, clean(field, value.slice(0, selectionStart ?? undefined)).length)
}

/** A browser cuts what is pasted to the field's length. Invisible characters and spaces must not count. */
function handlePaste(event: ClipboardEvent) {
  const field = fieldOf(event)
  // The field of the PIN does this itself.
  if (field === null || field.readOnly || field.maxLength < 0 || field.dataset.inputOtp !== undefined) return
  const { value, selectionStart: start, selectionEnd: end, maxLength } = field
  const pasted = event.clipboardData?.getData('text/plain') ?? ''
  const text = field.inputMode === 'numeric' ? clean(field, pasted).replace(/\s/g, '') : clean(field, pasted)
  if (text === pasted || start === null || end === null) return
  event.preventDefault()
  const room = Math.max(0, maxLength - value.length + end - start)
  // A space at the edge separates what is pasted from the text beside it.
  const fitting = (text.length <= room ? text : start === 0 ? text.trim() : text.trimEnd()).slice(0, room)
  write(field, value.slice(0, start) + fitting + value.slice(end), start + fitting.length)
  announce(field)
}

/** A joiner is typed before the letter that it joins, so that only the last one of a finished text is too much. */
function handleLeave(event: FocusEvent) {
  const field = fieldOf(event)
  if (field === null) return
  const cleaned = clean(field, field.value).replace(/[\u200c\u200d]+$/, '')
  if (cleaned === field.value) return
  write(field, cleaned, null)
  announce(field)
}

function fieldOf({ target }: Event): TextField | null {
  if (target instanceof HTMLTextAreaElement) return target
  // The value of a file's field is its name, which no script may write.
  return target instanceof HTMLInputElement && textTypes.test(target.type) ? target : null
}

const clean = (field: TextField, text: string) => cleanText(text, field instanceof HTMLInputElement)

/** As the browser does: React notices a value that was not set on its element. */
function write(field: TextField, value: string, caret: number | null) {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  // The type 'email' has no caret to set.
  if (caret !== null && field.selectionStart !== null) field.setSelectionRange(caret, caret)
}

const announce = (field: TextField) => field.dispatchEvent(new Event('input', { bubbles: true }))
