const emoji = '[\u2194-\u21aa\u231a-\u23ff\u25aa-\u27bf\u2b05-\u2b55\u{1f000}-\u{1faff}]'
/** Letters of scripts that write with joiners: Arabic, Syriac, Indic, Burmese, Khmer and Mongolian. */
const joinedLetter = '[\u0620-\u06ff\u0710-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17d3\u1820-\u18aa]'
/** A flag of a region: a black flag and the region in invisible characters. */
export const flag = '\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}'

/**
 * The characters that private.strip_forbidden removes in the database, in Unicode's terms: control, line-breaking, invisible
 * and direction-changing characters, and < >. The first group keeps the invisible characters of flags, emoji and letters that
 * need them. The selectors that colour an emoji are allowed. Lone surrogates cannot be stored at all.
 */
const forbidden = new RegExp(
  `(${flag}|${emoji}\\ufe0f?\\u200d(?=${emoji})|${joinedLetter}[\\u200c\\u200d](?=${joinedLetter}))|` +
    '[<>\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u202f\\u205f\\u2800\\ufff9-\\uffff]|(?![\\ufe00-\\ufe0f])\\p{Default_Ignorable_Code_Point}',
  'gu',
)

/** More than three combining marks on a letter cover other lines. The rule of private.has_stacked_marks in the database. */
const stackedMarks = /\p{M}{4}/u

/** Why one user's text cannot be shown to another user: hidden or reordered text, or markup. The words of private.text_problem. */
export function textProblem(text: string): string | null {
  if (/[<>]/.test(text)) return "< and > can't be used."
  if (text.replace(forbidden, '$1') !== text) return "Invisible characters can't be used."
  if (stackedMarks.test(text.replace(/[\u200c\u200d]/g, '')))
    return "More than three accents on a letter can't be used."
  return null
}

/** As the database counts: a character outside of the basic plane once. */
export const countCharacters = (text: string) => Array.from(text).length

/** What was typed in a field of several lines, for the server, which takes no line breaks. */
export const inOneParagraph = (text: string) => text.trim().replace(/\s*[\r\n]\s*/g, ' ')

export function isSafeText(text: string): boolean {
  return textProblem(text) === null
}
