/**
 * The characters that private.strip_forbidden refuses in the database, in Unicode's terms: control, line-breaking, invisible
 * and direction-changing characters, and < >. The invisible selectors that colour an emoji are allowed. Lone surrogates
 * cannot be stored at all.
 */
const forbidden =
  /[<>\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202f\u205f\u2800\ufff9-\uffff]|(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u

/** More than three combining marks on a letter cover other lines. The rule of private.has_stacked_marks in the database. */
const stackedMarks = /\p{M}{4}/u

/** Whether one user's text can be shown to another user: no hidden or reordered text and no markup. */
export function isSafeText(text: string): boolean {
  return !forbidden.test(text) && !stackedMarks.test(text)
}
