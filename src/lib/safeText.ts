/**
 * What private.strip_forbidden refuses in the database, as Unicode names it: control, line-breaking, invisible and
 * direction-changing characters, and < >. The selectors that colour an emoji are invisible, too, but may stay. Half a
 * character cannot be stored at all.
 */
const forbidden =
  /[<>\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202f\u205f\u2800\ufff9-\uffff]|(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/u

/** Whether text from a person can be shown to another person as it is: nothing in it hides, reorders or marks up. */
export function isSafeText(text: string): boolean {
  return !forbidden.test(text)
}
