/** The font files of Noto Sans that are needed for British and European names. Each has only its own characters. */
export type FontSubset = 'latin' | 'latin-ext' | 'greek' | 'cyrillic'

export type Weight = 'regular' | 'bold'

/**
 * Characters that have one glyph in the file. The file's published range has more: some have no glyph, and others consist of
 * two, of which copied text would contain a part.
 */
const characters: [subset: FontSubset, pattern: RegExp][] = [
  [
    'latin',
    /[ -~\u00a0-\u00ac\u00ae-\u00b4\u00b6-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2032\u2033\u2039\u203a\u2044\u20ac\u2122\u2212]/,
  ],
  // Latin Extended-A, and the Romanian, Welsh and German letters outside of it.
  ['latin-ext', /[\u0100-\u0130\u0132-\u0151\u0154-\u017f\u0218-\u021b\u1e80-\u1e85\u1e9e]/],
  ['greek', /[\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce]/],
  ['cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/],
]

export type Run = { subset: FontSubset; text: string }

/** The text in runs of one font file each. Null: it has characters that none of them has. */
export function fontRuns(text: string): Run[] | null {
  const runs: Run[] = []
  for (const character of text) {
    const subset = characters.find(([, pattern]) => pattern.test(character))?.[0]
    if (subset === undefined) return null
    const last = runs.at(-1)
    if (last?.subset === subset) last.text += character
    else runs.push({ subset, text: character })
  }
  return runs
}
